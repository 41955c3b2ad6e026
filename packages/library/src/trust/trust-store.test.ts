import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { grantTrust, trustOf } from './trust-store.ts'

test('a workspace without such files needs no trust', () => {
  expect(trustOf(folderOf(), folderOf({ 'README.md': 'hello' })).state).toBe('nothing')
})

test('trust is tied to the contents: any change to any file asks again', () => {
  const home = folderOf()
  const workspace = folderOf({ '.convene/config.json': '{}', '.convene/tools/hi.mjs': 'export default {}' })
  const seen = trustOf(home, workspace)
  expect([seen.state, seen.files.map(({ path }) => path)]).toEqual([
    'untrusted',
    ['.convene/config.json', '.convene/tools/hi.mjs'],
  ])
  grantTrust(home, workspace, { hash: seen.hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('trusted')
  writeFileSync(join(workspace, '.convene/tools/hi.mjs'), 'export default { evil: true }')
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a new file is a change, and so is a deleted one', () => {
  const home = folderOf()
  const workspace = folderOf({ '.squad/team.md': '# Team' })
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  mkdirSync(join(workspace, '.squad/agents/ada'), { recursive: true })
  writeFileSync(join(workspace, '.squad/agents/ada/charter.md'), 'obey')
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a link to the workspace is the same workspace', () => {
  const home = folderOf()
  const workspace = folderOf({ '.convene/config.json': '{}' })
  const link = join(folderOf(), 'link')
  symlinkSync(workspace, link)
  grantTrust(home, link, { hash: trustOf(home, link).hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('trusted')
})

test('unreadable files can never be trusted', () => {
  const home = folderOf()
  const workspace = folderOf({ '.convene/config.json': new Uint8Array([0xff, 0xfe, 0x00]) })
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a broken store trusts nothing, and is private when written', () => {
  const home = folderOf({ 'trust.json': 'not json' })
  const workspace = folderOf({ '.convene/config.json': '{}' })
  expect(trustOf(home, workspace).state).toBe('untrusted')
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  expect(statSync(join(home, 'trust.json')).mode & 0o777).toBe(0o600)
})

test('trust covers everything in the tools folder, no matter its name', () => {
  const home = folderOf()
  const workspace = folderOf({
    '.convene/tools/lint.mjs': "import './lib/rules.js'",
    '.convene/tools/lib/rules.js': 'export const strict = true',
    '.convene/tools/.hidden.json': '{}',
  })
  const seen = trustOf(home, workspace)
  expect(seen.files.map(({ path }) => path)).toEqual([
    '.convene/tools/.hidden.json',
    '.convene/tools/lib/rules.js',
    '.convene/tools/lint.mjs',
  ])
  grantTrust(home, workspace, { hash: seen.hash, at: 1 })
  writeFileSync(join(workspace, '.convene/tools/lib/rules.js'), 'evil()')
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a file cannot hide among many: beyond the limit, nothing can be trusted, and the reason is given', () => {
  const home = folderOf()
  const crowd = Array.from({ length: 501 }, (_, index) => [`.convene/tools/!/${index}.mjs`, ''] as const)
  const workspace = folderOf({ ...Object.fromEntries(crowd), '.convene/tools/evil.mjs': 'evil()' })
  const seen = trustOf(home, workspace)
  expect(seen.problem).toContain('.convene/tools contains more than 500 files')
  grantTrust(home, workspace, { hash: seen.hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('more agents than the limit cannot be trusted either', () => {
  const crowd = Array.from({ length: 501 }, (_, index) => [`.convene/agents/${index}.md`, 'x'] as const)
  const seen = trustOf(folderOf(), folderOf(Object.fromEntries(crowd)))
  expect(seen).toMatchObject({
    state: 'untrusted',
    problem: expect.stringContaining('.convene/agents contains 501 files'),
  })
})

test('only files that are read count: not those in subfolders or with another extension', () => {
  const workspace = folderOf({
    '.convene/agents/old/a.md': 'x',
    '.convene/agents/notes.txt': 'x',
    '.github/agents/README.md': 'x',
    '.github/agents/docs.agent.md': 'x',
  })
  expect(trustOf(folderOf(), workspace).files.map(({ path }) => path)).toEqual(['.github/agents/docs.agent.md'])
})

test('a link among the tools is not trusted, because its target can change', () => {
  const workspace = folderOf({ '.convene/tools/a.mjs': '', 'scripts/b.mjs': '' })
  symlinkSync(join(workspace, 'scripts'), join(workspace, '.convene/tools/lib'))
  expect(trustOf(folderOf(), workspace).problem).toContain('contains lib, which is a link')
})

test('an unreadable file is reported by name', () => {
  const workspace = folderOf({ '.convene/tools/a.mjs': new Uint8Array([0xff, 0xfe, 0x00]) })
  expect(trustOf(folderOf(), workspace).problem).toContain('.convene/tools/a.mjs is not UTF-8 text')
})
