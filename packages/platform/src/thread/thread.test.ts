import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { folderOf } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { type Thread, thread } from './thread.ts'

const never = new AbortController().signal

function threadOf(
  work: string,
  limits: { readonly limitMs?: number; readonly memoryMb?: number } = {},
): Thread<string, string> {
  const serve = new URL('./serve.ts', import.meta.url)
  const folder = folderOf({
    'entry.mjs': `import { serveThread } from '${serve}'\nlet count = 0\nserveThread(async (request) => { count++; ${work} })\n`,
  })
  const made = thread<string, string>({
    entry: pathToFileURL(join(folder, 'entry.mjs')),
    limitMs: limits.limitMs ?? 30_000,
    memoryMb: limits.memoryMb ?? 64,
  })
  onTestFinished(made.close)
  return made
}

test('requests are answered one after another by the same thread', async () => {
  const counting = threadOf('return request + count')
  const replies = await Promise.all(['a', 'b', 'c'].map((request) => counting.ask(request, never)))
  expect(replies.map((reply) => reply.ok && reply.answer)).toEqual(['a1', 'b2', 'c3'])
})

test('an error thrown by the work becomes a message, and the thread keeps running', async () => {
  const failing = threadOf(
    "if (request === 'bad') throw new Error('no good'); if (request === 'deep') throw new RangeError(''); return request",
  )
  expect(await failing.ask('bad', never)).toEqual({ ok: false, why: 'The analysis failed: no good' })
  expect(await failing.ask('deep', never)).toEqual({ ok: false, why: 'The code is nested too deeply to be analysed.' })
  expect(await failing.ask('good', never)).toEqual({ ok: true, answer: 'good' })
})

test('an endless loop ends at its time limit or when stopped, and the next request gets a new thread', async () => {
  const looping = threadOf("if (request === 'loop') for (;;); return request", { limitMs: 1_500 })
  const late = await looping.ask('loop', never)
  expect(late).toMatchObject({ ok: false, why: expect.stringContaining('It took longer than') })
  const stop = new AbortController()
  const stopped = looping.ask('loop', stop.signal)
  setImmediate(() => stop.abort())
  expect(await stopped).toEqual({ ok: false, why: 'The call was stopped.' })
  expect(await looping.ask('good', never)).toEqual({ ok: true, answer: 'good' })
})

test('a request that needs too much memory kills only its own thread', async () => {
  const greedy = threadOf(
    "if (request === 'all') { const held = []; for (;;) held.push(new Array(1e5).fill({})) } return request",
    { memoryMb: 32 },
  )
  expect(await greedy.ask('all', never)).toMatchObject({ ok: false, why: expect.stringContaining('memory') })
  expect(await greedy.ask('good', never)).toEqual({ ok: true, answer: 'good' })
})

test('a request that is stopped before its turn never starts', async () => {
  const counting = threadOf('return String(count)')
  expect(await counting.ask('a', AbortSignal.abort())).toMatchObject({ ok: false })
  expect(await counting.ask('b', never)).toEqual({ ok: true, answer: '1' })
})
