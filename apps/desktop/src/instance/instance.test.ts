import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { temporaryFolder } from '@convene/testkit'
import { expect, test } from 'vitest'
import { claimInstance, handOver, type InstanceCall } from './instance.ts'

const self = { pid: 4242, startedAt: 1 }
const processes = (...alive: readonly number[]) => ({ self, alive: ({ pid }: { pid: number }) => alive.includes(pid) })
const deaf = () => undefined

test('a second start finds the first one alive and tells it where to go', async () => {
  using folder = temporaryFolder()
  const heard: InstanceCall[] = []
  const first = claimInstance({
    folder: folder.path,
    processes: processes(self.pid),
    hear: (call) => heard.push(call),
  })
  expect(first).toBeDefined()
  expect(claimInstance({ folder: folder.path, processes: processes(self.pid), hear: deaf })).toBeUndefined()
  const call = { path: '/session/01ABC' }
  expect(await handOver({ folder: folder.path, processes: processes(self.pid), call, name: 'one' })).toBe('heard')
  expect(heard).toEqual([call])
  first?.release()
})

test('the mark of a dead process does not count as a window', () => {
  using folder = temporaryFolder()
  const killed = claimInstance({ folder: folder.path, processes: processes(self.pid), hear: deaf })
  expect(killed).toBeDefined()
  const next = claimInstance({ folder: folder.path, processes: processes(), hear: deaf })
  expect(next).toBeDefined()
  next?.release()
  expect(readdirSync(folder.path)).toEqual(['calls'])
})

test('an invalid call is discarded', async () => {
  using folder = temporaryFolder()
  const heard: InstanceCall[] = []
  const instance = claimInstance({
    folder: folder.path,
    processes: processes(),
    hear: (call) => heard.push(call),
  })
  writeFileSync(folder.file('calls/bad.json'), '{"path": "https://elsewhere"}')
  writeFileSync(folder.file('calls/worse.json'), 'no JSON')
  expect(await handOver({ folder: folder.path, processes: processes(self.pid), call: {}, name: 'good' })).toBe('heard')
  expect(heard).toEqual([{}])
  instance?.release()
})

test.each([
  ['exits before it hears', 'gone', [], 10_000],
  ['runs but does not listen', 'deaf', [self.pid], 0],
] as const)('a window that %s is not mistaken for one that did', async (_what, found, alive, patienceMs) => {
  using folder = temporaryFolder()
  mkdirSync(folder.file('calls'))
  writeFileSync(folder.file('instance.json'), JSON.stringify(self))
  const asked = { folder: folder.path, processes: processes(...alive), call: {}, name: 'one', patienceMs }
  expect(await handOver(asked)).toBe(found)
  expect(readdirSync(folder.file('calls'))).toEqual([])
})
