import { systemOf } from '@convene/platform'
import { expect, test } from 'vitest'
import { editorRipgrep } from './editor-ripgrep.ts'

test.each([
  ['linux', 'linux-x64/rg', 'rg'],
  ['darwin', 'darwin-x64/rg', 'rg'],
  ['win32', 'win32-x64/rg.exe', 'rg.exe'],
])('on %s, ripgrep is found in new and old editors, and only if it exists', (name, own, program) => {
  const universal = `/app/node_modules/@vscode/ripgrep-universal/bin/${own}`
  const packed = `/app/node_modules.asar.unpacked/@vscode/ripgrep/bin/${program}`
  const found = (...files: readonly string[]) =>
    editorRipgrep('/app', { system: systemOf(name), arch: 'x64', exists: (file) => files.includes(file) })
  expect(found(universal, packed)).toBe(universal)
  expect(found(packed)).toBe(packed)
  expect(found()).toBeUndefined()
})
