import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, forbiddenBy, readCheck, type Session, type SessionId } from '@convene/domain'
import { folderOf, git, repositoryWith } from '@convene/testkit'
import { expect, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { checkRunner } from './check-runner.ts'

const session = '01J00000000000000000000000' as SessionId
const rules = {
  read: { '*': 'allow', 'private/*': 'deny' },
  bash: { '*': 'allow', 'cat *': 'deny' },
  webfetch: { '*': 'allow', '*/secret*': 'deny' },
}
const run = {
  settings: { permissions: [{ layer: 'user', rules }] },
  team: { permissions: {} },
  limits: { allowFileSystem: true, allowedPaths: [], allowedDomains: [] },
} as unknown as NonNullable<Session['run']>

/** A repository of somebody else, with links to what the rules deny and to keys. */
function hostile(): string {
  const workspace = repositoryWith({ 'a.txt': 'plain', '.gitignore': 'private\n.ssh\n', 'sub/b.txt': 'b' })
  for (const folder of ['private/d', '.ssh']) mkdirSync(join(workspace, folder), { recursive: true })
  writeFileSync(join(workspace, 'private/d/x'), 'topsecret')
  writeFileSync(join(workspace, '.ssh/config'), 'topsecret')
  symlinkSync('private/d', join(workspace, 'd'))
  symlinkSync('.ssh', join(workspace, 'ssh'))
  symlinkSync('a.txt', join(workspace, 'link.txt'))
  symlinkSync('private', join(workspace, 'sub/private'))
  git(workspace, 'add', '.')
  return workspace
}

function look(moment: 'experiment' | 'after', { unasked = true } = {}) {
  const workspace = hostile()
  const checks = checkRunner({ home: folderOf(), environment: process.env, allowHosts: async () => [] })
  return (check: Check) => {
    const forbids = (touched: Parameters<typeof forbiddenBy>[2]) =>
      forbiddenBy({ run, grants: [] }, { check, moment, unasked }, touched)
    const signal = new AbortController().signal
    return checks.run({ session, workspace, check, moment, since: '1-x', forbids }, signal)
  }
}

const read = (line: string): Check =>
  line.startsWith('file ') && !line.includes('contains')
    ? { kind: 'file', path: line.slice('file '.length), is: 'shown' }
    : value(readCheck(line))

test.each(['file d/x', 'file ssh/config', 'file private/d/x', 'file sub/private/d/x', 'file .ssh/config'])(
  '%s shows nobody what the rules deny, or keys, whoever allowed it',
  async (line) => {
    for (const unasked of [true, false]) {
      const seen = await look('experiment', { unasked })(read(line))
      expect(seen.outcome).not.toBe('passed')
      expect(JSON.stringify(seen)).not.toContain('topsecret')
    }
  },
)

test.each(['file d/x contains "top"', 'file private/d/x contains "top"', 'file ssh/config contains "top"'])(
  'a check of a step does not tell either: %s',
  async (line) => {
    expect((await look('after')(read(line))).outcome).not.toBe('passed')
  },
)

test.each(['cat a.txt', 'env cat a.txt', '"cat" a.txt', 'c\\at a.txt', '/bin/cat a.txt', 'command cat a.txt'])(
  '%s does not run, however the denied program is written',
  async (line) => {
    for (const unasked of [true, false]) {
      const seen = await look('experiment', { unasked })(read(line))
      expect(seen).toMatchObject({ outcome: 'not_run', reason: expect.stringContaining('cat *') })
    }
  },
)

test('what always asks does not run if nobody was asked, and runs if somebody was', async () => {
  const line = read('env echo plain')
  expect(await look('experiment')(line)).toMatchObject({ outcome: 'not_run', reason: expect.stringContaining('asked') })
  expect(await look('experiment', { unasked: false })(line)).not.toMatchObject({
    reason: expect.stringContaining('not allowed'),
  })
})

test('what the rules allow is shown', async () => {
  expect(await look('experiment')(read('file a.txt'))).toMatchObject({ outcome: 'passed', output: 'plain' })
})

test('a page that the rules deny is not requested', async () => {
  const seen = await look('experiment')(read('GET https://example.com/%73ecret'))
  expect(seen).toMatchObject({ outcome: 'not_run', reason: expect.stringContaining('*/secret*') })
})
