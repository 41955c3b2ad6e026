import { setImmediate as tick } from 'node:timers/promises'
import type { SessionId } from '@convene/domain'
import type { TextPiece } from '@convene/engine'
import { sessionNumber } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passesOf } from './pass.ts'
import { textElsewhere } from './text-elsewhere.ts'

const session = sessionNumber(1)
const keyed = (key: string) => ({ ask: async () => [{ key }] }) as never

describe('a pass between servers', () => {
  let now = 1_000_000
  const clock = () => now

  test('opens one session on the server it was made for', async () => {
    const [web, worker] = [await passesOf(keyed('k'), 'web', clock), await passesOf(keyed('k'), 'worker', clock)]
    const request = web.request('worker', 'http://10.0.0.2:7410', session)
    expect(request.url).toBe(`http://10.0.0.2:7410/servers/sessions/${session}/text`)
    expect(worker.admits(request)).toBe(session)
    expect(web.admits(request)).toBeUndefined()
    const [[name = '', pass = ''] = []] = request.headers
    const other = new Request(request.url.replace(session, sessionNumber(2)), { headers: { [name]: pass } })
    expect(worker.admits(other)).toBeUndefined()
  })

  test('is refused with another key, after two minutes, with a changed time, and if it is missing', async () => {
    const worker = await passesOf(keyed('k'), 'worker', clock)
    const request = (await passesOf(keyed('other'), 'web', clock)).request('worker', 'http://a', session)
    expect(worker.admits(request)).toBeUndefined()
    const mine = worker.request('worker', 'http://a', session)
    const [[name = '', pass = ''] = []] = mine.headers
    expect(worker.admits(mine)).toBe(session)
    for (const changed of [pass.replace(/^\d+/, String(now + 1)), pass.slice(0, -1), '', `${pass}x`, 'NaN.x'])
      expect(worker.admits(new Request(mine.url, { headers: { [name]: changed } }))).toBeUndefined()
    expect(worker.admits(new Request(mine.url))).toBeUndefined()
    now += 120_001
    expect(worker.admits(mine)).toBeUndefined()
  })
})

/** A server whose streams the test writes. */
function streams() {
  const open: { readonly url: string; readonly signal: AbortSignal; say(text: string): void; end(): void }[] = []
  const fetch = async (request: Request, { signal }: { signal: AbortSignal }) => {
    let to: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        to = controller
        signal.addEventListener('abort', () => controller.error(new Error('aborted')))
      },
    })
    const encode = (text: string) => new TextEncoder().encode(text)
    open.push({ url: request.url, signal, say: (text) => to?.enqueue(encode(text)), end: () => to?.close() })
    return new Response(body)
  }
  return { open, fetch: fetch as never }
}

type Owner = { readonly holder: string; readonly address: string | null }

async function following(first: Owner | undefined) {
  const { open, fetch } = streams()
  const owner = { current: first }
  const asked: SessionId[] = []
  const pieces: TextPiece[] = []
  let ring = (_which?: ReadonlySet<SessionId>) => {}
  const elsewhere = textElsewhere({
    self: 'me',
    ownerOf: async (which) => {
      asked.push(which)
      return owner.current
    },
    log: {
      watch: (given) => {
        ring = given
        return () => {}
      },
    },
    passes: await passesOf(keyed('k'), 'me'),
    fetch,
  })
  const end = elsewhere.follow(session, (piece) => pieces.push(piece))
  onTestFinished(end)
  await expect.poll(() => asked.length).toBe(1)
  await tick()
  return { open, owner, asked, pieces, end, ring: (which = session) => ring(new Set([which])) }
}

const delta = (text: string, at = 0) =>
  `event: delta\ndata: ${JSON.stringify({ task: '1/t1/ada', effect: '1/t1/ada/say1.1', text, at })}\n\n`

describe('live text of a session on another server', () => {
  test('comes from its owner, with the last event before it, wherever the stream is cut', async () => {
    const { open, pieces } = await following({ holder: 'a', address: 'http://a:1' })
    expect(open.map(({ url }) => url)).toEqual([`http://a:1/servers/sessions/${session}/text`])
    const text = `: hello\n\nid: 4\n\n${delta('On ')}id: 5\n\n${delta('Friday', 3)}`
    for (const letter of text) open[0]?.say(letter)
    await expect
      .poll(() => pieces)
      .toMatchObject([
        { text: 'On ', at: 0, after: 4, kind: 'text' },
        { text: 'Friday', at: 3, after: 5 },
      ])
  })

  test('is not requested from this process, nor from an owner without an address', async () => {
    for (const owner of [{ holder: 'me', address: 'http://me:1' }, { holder: 'a', address: null }, undefined])
      expect((await following(owner)).open).toEqual([])
  })

  test('comes from the next owner once the session changes hands, even if the first one hangs', async () => {
    const { open, owner, ring, pieces } = await following({ holder: 'a', address: 'http://a:1' })
    owner.current = { holder: 'b', address: 'http://b:1' }
    ring()
    await expect.poll(() => open.length).toBe(2)
    expect(open[0]?.signal.aborted).toBe(true)
    open[1]?.say(`id: 9\n\n${delta('Again')}`)
    await expect.poll(() => pieces).toMatchObject([{ text: 'Again', after: 9 }])
  })

  test('causes no request when other sessions change', async () => {
    const { asked, ring } = await following(undefined)
    ring(sessionNumber(2))
    ring()
    await expect.poll(() => asked.length).toBe(2)
  })

  test('reconnects after a broken connection or garbage, and nobody sees an error', async () => {
    const { open, pieces } = await following({ holder: 'a', address: 'http://a:1' })
    open[0]?.say('data: {not json\n\n')
    await expect.poll(() => open.length).toBe(2)
    open[1]?.end()
    await expect.poll(() => open.length).toBe(3)
    open[2]?.say(`id: 1\n\n${delta('Fine')}`)
    await expect.poll(() => pieces).toMatchObject([{ text: 'Fine' }])
  })

  test('ends with its last reader', async () => {
    const { open, end } = await following({ holder: 'a', address: 'http://a:1' })
    end()
    expect(open[0]?.signal.aborted).toBe(true)
  })
})
