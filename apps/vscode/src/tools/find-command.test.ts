import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { findCommand } from './find-command.ts'

function program(folder: string, mode = 0o755): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'convene')
  writeFileSync(file, '')
  chmodSync(file, mode)
  return file
}

test('finds an installed program, but never one inside the workspace', () => {
  const [workspace, installed, plain] = [folderOf(), folderOf(), folderOf()]
  program(join(workspace, 'node_modules/.bin'))
  program(plain, 0o644)
  mkdirSync(join(plain, 'bin/convene'), { recursive: true })
  const theirs = [join(workspace, 'node_modules/.bin'), workspace, '.', 'node_modules/.bin', plain, join(plain, 'bin')]
  expect(findCommand('convene', workspace, theirs.join(delimiter))).toBeUndefined()
  const file = program(installed)
  expect(findCommand('convene', workspace, [...theirs, installed].join(delimiter))).toBe(file)
})
