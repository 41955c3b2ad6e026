import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { fake } from './git-escapes.fixture.ts'

/**
 * Root can list everything, so these commands run without the rights for that. Another user would do as well, but could
 * not read a checkout in the home folder of root.
 */
const isRoot = process.getuid?.() === 0
const [program, ...before] = isRoot
  ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', process.execPath]
  : [process.execPath]

function place() {
  const [workspace, home] = [realpathSync(folderOf()), realpathSync(folderOf())]
  const script = join(import.meta.dirname, 'fixtures/run-unsandboxed.ts')
  const run = (command: string) =>
    execFileSync(program, [...before, script, workspace, home, command], { encoding: 'utf8', cwd: home })
  const aside = () => {
    const folder = join(home, 'set-aside/session')
    return existsSync(folder) ? readdirSync(folder).flatMap((name) => readdirSync(join(folder, name))) : []
  }
  return { workspace, run, aside }
}

test.each([
  ['can be entered but not listed', '311'],
  ['cannot even be entered', '000'],
])('a repository in a folder that %s is found and set aside', (_what, mode) => {
  const { workspace, run, aside } = place()
  const output = run(`mkdir -p deep/x; ${fake('deep/x/.git', '/bin/false')}; chmod ${mode} deep/x; chmod ${mode} deep`)
  expect(output).toContain('deep: the command made this folder unreadable. It is readable now.')
  expect(output).toContain('Set aside: deep/x/.git: the command made a git repository here')
  expect(existsSync(join(workspace, 'deep/x/.git'))).toBe(false)
  expect(aside()).toEqual(['git'])
})

test('a folder too deep for the maximum path length is reported', () => {
  const { run } = place()
  const output = run('for i in $(seq 1 25); do n=$(printf "%0200d" 0); mkdir $n && cd -P $n 2>/dev/null || break; done')
  expect(output).toContain('this could not be searched for repositories')
})

test('an unreadable folder from before the command keeps its mode', () => {
  const { workspace, run } = place()
  const closed = join(workspace, 'closed')
  mkdirSync(closed)
  chmodSync(closed, 0o311)
  expect(run('true')).toMatch(/^\[exit code 0, [\d.]+ s\]$/)
  expect(statSync(closed).mode & 0o777).toBe(0o311)
})
