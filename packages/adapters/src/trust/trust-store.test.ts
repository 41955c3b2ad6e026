import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../source-file/temporary-folder.ts'
import { grantTrust, trustOf } from './trust-store.ts'

test('a workspace that brings nothing needs no trust', () => {
  expect(trustOf(temporaryFolder(), temporaryFolder({ 'README.md': 'hello' })).state).toBe('nothing')
})

test('trust is in the contents: any change of any of them asks again', () => {
  const home = temporaryFolder()
  const workspace = temporaryFolder({ '.convene/config.json': '{}', '.convene/tools/hi.mjs': 'export default {}' })
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

test('a new file is a change, and so is one that is gone', () => {
  const home = temporaryFolder()
  const workspace = temporaryFolder({ '.squad/team.md': '# Team' })
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  mkdirSync(join(workspace, '.squad/agents/ada'), { recursive: true })
  writeFileSync(join(workspace, '.squad/agents/ada/charter.md'), 'obey')
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a link to the workspace is the same workspace', () => {
  const home = temporaryFolder()
  const workspace = temporaryFolder({ '.convene/config.json': '{}' })
  const link = join(temporaryFolder(), 'link')
  symlinkSync(workspace, link)
  grantTrust(home, link, { hash: trustOf(home, link).hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('trusted')
})

test('what cannot be read can never be trusted', () => {
  const home = temporaryFolder()
  const workspace = temporaryFolder({ '.convene/config.json': new Uint8Array([0xff, 0xfe, 0x00]) })
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  expect(trustOf(home, workspace).state).toBe('changed')
})

test('a broken store trusts nothing, and is private when written', () => {
  const home = temporaryFolder({ 'trust.json': 'not json' })
  const workspace = temporaryFolder({ '.convene/config.json': '{}' })
  expect(trustOf(home, workspace).state).toBe('untrusted')
  grantTrust(home, workspace, { hash: trustOf(home, workspace).hash, at: 1 })
  expect(statSync(join(home, 'trust.json')).mode & 0o777).toBe(0o600)
})
