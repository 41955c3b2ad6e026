import { readdirSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { type Call, callInstance, claimInstance } from './instance.ts'

const within = { timeout: 30_000, interval: 20 }

const self = { pid: 4242, startedAt: 1 }
const processes = (...alive: readonly number[]) => ({ self, alive: ({ pid }: { pid: number }) => alive.includes(pid) })
const deaf = () => undefined

test('a second start finds the first one alive, and tells it where to go', async () => {
  using folder = temporaryFolder()
  const heard: Call[] = []
  const first = claimInstance({
    folder: folder.path,
    processes: processes(self.pid),
    hear: (call) => heard.push(call),
  })
  expect(first).toBeDefined()
  expect(claimInstance({ folder: folder.path, processes: processes(self.pid), hear: deaf })).toBeUndefined()
  callInstance(folder.path, { path: '/session/01ABC' }, 'one')
  await expect.poll(() => heard, within).toEqual([{ path: '/session/01ABC' }])
  first?.release()
})

test('a mark of a process that is gone is no window', () => {
  using folder = temporaryFolder()
  const killed = claimInstance({ folder: folder.path, processes: processes(self.pid), hear: deaf })
  expect(killed).toBeDefined()
  const next = claimInstance({ folder: folder.path, processes: processes(), hear: deaf })
  expect(next).toBeDefined()
  next?.release()
  expect(readdirSync(folder.path)).toEqual(['calls'])
})

test('a call that is nonsense is thrown away', async () => {
  using folder = temporaryFolder()
  const heard: Call[] = []
  const instance = claimInstance({
    folder: folder.path,
    processes: processes(),
    hear: (call) => heard.push(call),
  })
  writeFileSync(folder.file('calls/bad.json'), '{"path": "https://elsewhere"}')
  writeFileSync(folder.file('calls/worse.json'), 'no JSON')
  callInstance(folder.path, {}, 'good')
  await expect.poll(() => heard, within).toEqual([{}])
  instance?.release()
})
