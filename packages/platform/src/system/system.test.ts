import { expect, test } from 'vitest'
import { systemOf } from './system.ts'

test.each([
  ['linux', { hasProc: true, hasVirtualFolders: true, hasModes: true, movesOpenFiles: true }, '/'],
  ['darwin', { hasProc: false, hasVirtualFolders: true, hasModes: true, movesOpenFiles: true }, '/'],
  ['freebsd', { hasProc: false, hasVirtualFolders: true, hasModes: true, movesOpenFiles: true }, '/'],
  ['win32', { hasProc: false, hasVirtualFolders: false, hasModes: false, movesOpenFiles: false }, '\\'],
])('%s has its known abilities, and nothing is assumed about other systems', (name, traits, separator) => {
  expect(systemOf(name)).toMatchObject({ name, ...traits })
  expect(systemOf(name).path.sep).toBe(separator)
})
