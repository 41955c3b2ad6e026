import { expect, test } from 'vitest'
import { editorRipgrep } from './editor-ripgrep.ts'

const machine = (...files: readonly string[]) => ({
  platform: 'linux',
  arch: 'x64',
  exists: (file: string) => files.includes(file),
})

test('ripgrep is found in new and old editors, and only if it exists', () => {
  const universal = '/app/node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg'
  const packed = '/app/node_modules.asar.unpacked/@vscode/ripgrep/bin/rg'
  expect(editorRipgrep('/app', machine(universal, packed))).toBe(universal)
  expect(editorRipgrep('/app', machine(packed))).toBe(packed)
  expect(editorRipgrep('/app', machine())).toBeUndefined()
})
