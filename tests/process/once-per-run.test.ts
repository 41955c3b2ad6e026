import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { oncePerRun } from './once-per-run.ts'

test('a folder that several test files want at the same moment is filled once, and all of them get it whole', async () => {
  let filled = 0
  const fill = async (folder: string) => {
    filled += 1
    await new Promise(setImmediate)
    writeFileSync(join(folder, 'file'), 'whole')
  }
  const folders = await Promise.all([1, 2, 3].map(() => oncePerRun('wanted-by-three', fill)))
  expect(folders.map((folder) => readFileSync(join(folder, 'file'), 'utf8'))).toEqual(['whole', 'whole', 'whole'])
  expect(filled).toBe(1)
})

test('a folder that cannot be filled fails every test file that wants it', async () => {
  const fill = () => Promise.reject(new Error('no bundler'))
  const wanted = [oncePerRun('cannot-be-filled', fill), oncePerRun('cannot-be-filled', fill)]
  for (const each of wanted) await expect(each).rejects.toThrow('no bundler')
})
