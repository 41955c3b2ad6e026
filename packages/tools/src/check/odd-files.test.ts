import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { readCheck, type SessionId } from '@convene/domain'
import { folderOf, repositoryWith } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { checkRunner } from './check-runner.ts'
import { readManifest } from './manifest.ts'

const session = '01J00000000000000000000000' as SessionId
const files = { 'a.txt': 'x', '.gitignore': 'tmp\n', 'tmp/log': 'x' }

function folder(): string {
  const workspace = folderOf()
  writeFileSync(join(workspace, 'a.txt'), 'x')
  execFileSync('mkdir', [join(workspace, 'tmp')])
  return workspace
}

const places = [
  ['a repository', () => repositoryWith(files)],
  ['a folder without git', folder],
] as const

const checked = (workspace: string) =>
  checkRunner({ home: folderOf(), environment: process.env, allowHosts: async () => [] }).run(
    { session, workspace, check: value(readCheck('grep -q x a.txt')), moment: 'before', since: '1-s1' },
    new AbortController().signal,
  )

const shell = (workspace: string, line: string) => execFileSync('sh', ['-c', line], { cwd: workspace })

describe.skipIf(process.platform === 'win32').each(places)('a check runs in %s', (_, make) => {
  test('with a socket and a pipe', async () => {
    const workspace = make()
    const server = createServer().listen(join(workspace, 'tmp/s.sock'))
    await new Promise((done) => server.once('listening', done))
    onTestFinished(() => void server.close())
    shell(workspace, 'mkfifo tmp/pipe')
    expect(await checked(workspace)).toMatchObject({ outcome: 'passed' })
  })

  test.runIf(process.platform === 'linux')('with file names that are not UTF-8', async () => {
    const workspace = make()
    shell(workspace, `touch "$(printf 'b\\377d')" "$(printf 'tmp/b\\377d')"`)
    expect(await checked(workspace)).toMatchObject({ outcome: 'passed' })
  })

  test('with names that look like options, contain line breaks or climb', async () => {
    const workspace = make()
    for (const name of ['-rf', '--output=x', '\n', 'a\nb', '...', '$(touch y)', '‮txt.exe'])
      writeFileSync(join(workspace, name), 'y')
    expect(await checked(workspace)).toMatchObject({ outcome: 'passed' })
  })
})

test('a file that is read in parts has the state of its content', async () => {
  const workspace = folder()
  const large = 'large\n'.repeat(500_000)
  writeFileSync(join(workspace, 'large'), large)
  const hash = createHash('sha256').update(large).digest('hex')
  expect((await readManifest(workspace)).get('large')).toEqual({ hash: `file ${hash}` })
})
