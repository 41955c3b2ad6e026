import { connect } from 'node:net'
import type { SessionId, WireEvent } from '@convene/domain'
import { eventStreamReader, type LiveDelta } from '@convene/protocol'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { given, type Served, served, until } from '../server.fixture.ts'

let server: Served

beforeAll(async () => {
  server = await served()
})

afterAll(() => server.remove())

async function started(goal = 'What should a newcomer read first?'): Promise<string> {
  return given(await server.client.createSession({ goal, agents: ['architect', 'security'] })).id
}

const whole = (seq: number) => Array.from({ length: seq }, (_, index) => index + 1)

describe('a client that follows a session', () => {
  test('sees every event once and in order, and live text before it is stored', async () => {
    const id = await started()
    const events: WireEvent[] = []
    const shown = new Map<string, string>()
    const end = server.client.follow(id, 0, {
      events: (batch) => events.push(...batch),
      delta: ({ effect, text = '', at }: LiveDelta) => shown.set(effect, (shown.get(effect) ?? '').slice(0, at) + text),
    })
    await until(() => events.some(({ type }) => type === 'run.finished'))
    end()
    expect(events.map(({ seq }) => seq)).toEqual(whole(events.length))
    const replies = events.flatMap((event) =>
      event.type === 'model.replied' ? [event.data as { effect: string; text: string }] : [],
    )
    expect(replies).toHaveLength(2)
    for (const { effect, text } of replies)
      if (shown.has(effect)) expect(text.startsWith(shown.get(effect) ?? '')).toBe(true)
    expect(shown.size).toBeGreaterThan(0)
  })

  test('continues where its stream broke, by the number of the last event it saw', async () => {
    const id = await started()
    const seen: number[] = []
    const isOver = async () => {
      const { reason, seq } = given(await server.client.session({ id })).session
      return reason !== '' && seen.length === seq
    }
    while (!(await isOver())) seen.push(...(await fewEvents(id, seen.at(-1))))
    expect(seen).toEqual(whole(seen.length))
  })

  test.each([
    ['garbage', 'x17', 1],
    ['nothing', '', 1],
    ['negative', '-5', 1],
    ['a fraction', '1.5', 1],
    ['not in plain digits', '1e3', 1],
  ])('whose last event is %s starts from the beginning', async (_, last, first) => {
    const id = await started()
    expect((await fewEvents(id, last)).at(0)).toBe(first)
  })

  test('whose last event is past the end gets new events from then on', async () => {
    const id = await started()
    await until(async () => given(await server.client.session({ id })).session.reason !== '')
    const { seq } = given(await server.client.session({ id })).session
    const cut = new AbortController()
    onTestFinished(() => cut.abort())
    const headers = { authorization: `Bearer ${server.token}`, accept: 'text/event-stream', 'last-event-id': '999999' }
    const response = await server.fetch(`/api/sessions/${id}/events`, { headers, signal: cut.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    given(await server.client.updateSession({ id, title: 'Later' }))
    const [next] = eventStreamReader()(new TextDecoder().decode((await reader?.read())?.value))
    expect(Number(next?.id)).toBe(seq + 1)
  })

  /** Reads a few events of a stream and then cuts it at an arbitrary point. */
  async function fewEvents(id: string, last: number | string | undefined): Promise<readonly number[]> {
    const cut = new AbortController()
    const resumed = last === undefined ? {} : { 'last-event-id': String(last) }
    const headers = { authorization: `Bearer ${server.token}`, accept: 'text/event-stream', ...resumed }
    const response = await server.fetch(`/api/sessions/${id}/events`, { headers, signal: cut.signal })
    const reader = response.body?.getReader()
    const read = eventStreamReader()
    const messages: { readonly id?: string }[] = []
    while (messages.length === 0) messages.push(...read(new TextDecoder().decode((await reader?.read())?.value)))
    cut.abort()
    return messages.slice(0, 5).map((message) => Number(message.id))
  }

  test('gets shortened texts on request', async () => {
    const id = await started('y'.repeat(2_000))
    const events: (WireEvent & { cut?: true })[] = []
    const end = server.client.follow(id, 0, { cut: 200, events: (batch) => events.push(...batch) })
    await until(() => events.length > 0)
    end()
    expect(events[0]).toMatchObject({ cut: true })
    expect(events[0]?.data).toEqual(expect.objectContaining({ goal: `${'y'.repeat(200)}…` }))
  })

  test('is refused if the session does not exist', async () => {
    const states: string[] = []
    server.client.follow('01ARZ3NDEKTSV4RRFFQ69G5FAV', 0, {
      events: () => {},
      connection: (state) => states.push(state),
    })
    await until(() => states.length > 0)
    expect(states).toEqual(['refused'])
  })
})

describe('a client that watches the list', () => {
  test('sees sessions start, change and disappear', async () => {
    const changes: string[] = []
    const end = server.client.watch({
      change: (change) =>
        changes.push(change.type === 'session' ? `${change.session.id} ${change.session.title}` : `${change.id} gone`),
    })
    const id = await started('A row that changes')
    await until(() => changes.includes(`${id} A row that changes`))
    await until(async () => given(await server.client.session({ id })).session.phase === 'completed')
    given(await server.client.updateSession({ id, title: 'Other' }))
    await until(() => changes.includes(`${id} Other`))
    given(await server.client.deleteSession({ id }))
    await until(() => changes.includes(`${id} gone`))
    end()
  })
})

describe('a client that never reads', () => {
  test('does not affect the others, and finds what it missed when it returns', async () => {
    const id = await started()
    await until(async () => given(await server.client.session({ id })).session.phase === 'completed')
    const stalled = connect(server.port, '127.0.0.1')
    onTestFinished(() => void stalled.destroy())
    stalled.pause()
    stalled.write(
      `GET /api/sessions/${id}/events HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\nauthorization: Bearer ${server.token}\r\naccept: text/event-stream\r\n\r\n`,
    )
    const { log } = await server.open.program.store()
    const engine = await server.open.program.engine()
    const seen: number[] = []
    const before = given(await server.client.session({ id })).session.seq
    const end = server.client.follow(id, before, { events: (batch) => seen.push(...batch.map((event) => event.seq)) })
    const long = 'z'.repeat(100_000)
    for (let index = 0; index < 100; index++)
      await engine.send(id as SessionId, { type: 'update', title: `${index} ${long}` })
    const head = await log.head(id as SessionId)
    await until(() => seen.at(-1) === head)
    end()
    expect(seen).toEqual(whole(head).slice(before))
    const again: number[] = []
    const endAgain = server.client.follow(id, 0, { events: (batch) => again.push(...batch.map((event) => event.seq)) })
    await until(() => again.at(-1) === head)
    endAgain()
    expect(again).toEqual(whole(head))
  })
})
