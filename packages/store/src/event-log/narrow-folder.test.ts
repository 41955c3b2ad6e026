import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { systemOf } from '@convene/platform'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import { narrowFolder } from './narrow-folder.ts'

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

function folderWith(path: string, mode: number): string {
  mkdirSync(path)
  chmodSync(path, mode)
  return path
}

test('an existing data folder that other users can read is made private when opened, and a notice says so', async () => {
  using folder = temporaryFolder()
  const home = folderWith(folder.file('home'), 0o755)
  const store = openStore(home)
  expect(store.notices).toEqual([expect.stringMatching(/Other users .*mode 755.* private now/u)])
  expect(modeOf(home)).toBe('700')
  await store.close()
  const again = openStore(home)
  expect(again.notices).toEqual([])
  await again.close()
})

test('the home folder and shared folders only cause a notice and stay as they are', () => {
  using folder = temporaryFolder()
  const home = folderWith(folder.file('ada'), 0o755)
  expect(narrowFolder(home, home)).toEqual([expect.stringContaining('chmod 700')])
  const shared = folderWith(folder.file('tmp'), 0o1777)
  expect(narrowFolder(shared)).toEqual([expect.stringContaining('CONVENE_HOME')])
  expect([modeOf(home), modeOf(shared)]).toEqual(['755', '1777'])
})

test('a private or missing folder needs nothing', () => {
  using folder = temporaryFolder()
  expect(narrowFolder(folderWith(folder.file('home'), 0o700))).toEqual([])
  expect(narrowFolder(folder.file('nowhere'))).toEqual([])
  // Windows uses access control lists, and its file modes mean nothing.
  expect(narrowFolder(folderWith(folder.file('open'), 0o777), '/home', systemOf('win32'))).toEqual([])
})
