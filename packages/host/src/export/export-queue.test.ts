import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ExportQueue } from './export-queue.ts'

/** Work that continues until `end`, and what has started so far. */
function desk() {
  const queue = new ExportQueue()
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (who: string, name: string) =>
    queue.run(who, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
  return { run, started, end: (name: string) => ends.get(name)?.() }
}

test('one person’s exports are written one at a time, and two people’s side by side', async () => {
  const { run, started, end } = desk()
  const all = [run('ana', 'a1'), run('ana', 'a2'), run('ben', 'b1'), run('cat', 'c1')]
  await turn()
  expect(started).toEqual(['a1', 'b1'])
  end('b1')
  await all[2]
  await turn()
  expect(started).toEqual(['a1', 'b1', 'c1'])
  end('a1')
  await all[0]
  await turn()
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2'])
  end('a2')
  end('c1')
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'b1', 'c1'].map((value) => ({ ok: true, value })))
})

test('the twenty-second export of a person is refused, and others are not', async () => {
  const { run, started } = desk()
  for (let count = 0; count < 21; count++) void run('ana', `a${count}`)
  expect(await run('ana', 'one more')).toMatchObject({ ok: false, refusal: { code: 'too_many_exports' } })
  void run('ben', 'b1')
  await turn()
  expect(started).toEqual(['a0', 'b1'])
})

test('an export that fails makes room for the next', async () => {
  const queue = new ExportQueue()
  const failed = queue.run('ana', () => Promise.reject(new Error('no room')))
  const next = queue.run('ana', async () => 'done')
  await expect(failed).rejects.toThrow('no room')
  expect(await next).toEqual({ ok: true, value: 'done' })
})
