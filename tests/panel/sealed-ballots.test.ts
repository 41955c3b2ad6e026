import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Event, emptySession, toWire } from '@convene/domain'
import { emptyStory, exportFormatNames, tell, timelineOf } from '@convene/reading'
import { answerParts, askOf, type Play, panelOf, SimulatedSession, sampleRow } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { foldBatch } from '../../apps/cli/src/live-view/fold.ts'
import { viewOf } from '../../apps/cli/src/live-view/view.ts'
import { given, type Served, served, until } from '../../apps/server/src/server.fixture.ts'
import { teller } from '../../apps/vscode/src/chat/teller.ts'

const lines: { readonly [heading: string]: string } = {
  Clarify: 'CLEAR: yes.',
  Topic: 'Whether to ship.',
  Contribute: 'I would wait.\nPOSITION: Wait\nCONFIDENCE: 60\nCHANGED: no',
  'Converged?': 'CONVERGED: yes.',
  Options: '- Wait\n- Ship',
  'Final position': 'POSITION: Wait\nCONFIDENCE: 60\nVOTE: Wait\nREASON: the-sealed-reason',
  Synthesize: '## Executive Summary\n\n- Wait. [m4]',
}

/** Ada votes a second before the others. */
const play: Play = (request) => {
  const { heading } = askOf(request)
  const isLate = heading === 'Final position' && request.agent !== 'ada'
  return [isLate ? 2_000 : 1_000, ...answerParts(lines[heading] ?? 'Very well.')]
}

const sealed = /the-sealed-reason|VOTE: Wait|"option":"Wait"|voted for/

/** A server with a webhook that receives everything, and what was posted to it. */
async function listened(): Promise<{ readonly server: Served; readonly posted: string[] }> {
  const posted: string[] = []
  const http = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    posted.push(body)
    response.end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/in`
  const out = [{ url, events: ['*'], secret: 'a secret of at least sixteen letters' }]
  const server = await served({
    files: { 'config.json': JSON.stringify({ webhooks: { out } }) },
    webhooks: { retryMs: 5, lookMs: 20 },
  })
  onTestFinished(async () => {
    await server.remove()
    http.closeAllConnections()
    http.close()
  })
  return { server, posted }
}

async function store({ open }: Served, events: readonly Event[]): Promise<void> {
  const [first] = events
  if (!first) return
  const { log } = await open.program.store()
  const row = sampleRow({ createdAt: Date.now() + 60_000, updatedAt: first.seq })
  await log.append(first.session, first.seq - 1, events, row)
}

/** Everything that a session's log returns over HTTP, by name. */
async function shownByServer({ client }: Served, id: string, count: number): Promise<{ [surface: string]: string }> {
  const fed: unknown[] = []
  const stop = client.follow(id, 0, { events: (events) => fed.push(...events), delta: () => {}, connection: () => {} })
  await until(() => fed.length >= count)
  stop()
  const single = Array.from({ length: count }, (_, index) => client.event({ id, seq: `${index + 1}` }))
  const exported = await Promise.all(exportFormatNames.map((format) => client.exportSession({ id, format })))
  return {
    feed: JSON.stringify(fed),
    session: JSON.stringify(given(await client.session({ id }))),
    events: JSON.stringify(given(await client.events({ id, limit: 1_000 }))),
    newest: JSON.stringify(given(await client.events({ id, tail: 40 }))),
    single: JSON.stringify((await Promise.all(single)).map(given)),
    exports: JSON.stringify(exported),
    compared: JSON.stringify(given(await client.compareSessions({ a: id, b: id }))),
  }
}

/**
 * What each interface makes of the events that leave the engine: a terminal, an editor and a page, as JSON and as a
 * timeline.
 */
function shownHere(events: readonly Event[]): { [surface: string]: string } {
  const { tell: chat } = teller('full')
  let story = emptyStory
  return {
    terminal: JSON.stringify(foldBatch(viewOf(emptySession(events[0]?.session as never), 'full'), events).entries),
    json: JSON.stringify(events.map(toWire)),
    timeline: JSON.stringify(timelineOf(events, { all: true })),
    editor: JSON.stringify(events.flatMap(chat)),
    page: JSON.stringify(
      events.flatMap((event) => {
        const told = tell(story, event)
        story = told.story
        return told.changes
      }),
    ),
  }
}

async function followed(server: Served, id: Event['session'], count: number): Promise<readonly Event[]> {
  const fed: Event[] = []
  const engine = await server.open.program.engine()
  const stop = engine.follow(id, 0, { batch: (events) => void fed.push(...events) })
  await until(() => fed.length >= count)
  stop()
  return fed
}

test('no surface opens a ballot before the vote is counted, and afterwards all may', async () => {
  const stage = new SimulatedSession({ model: play })
  await stage.create(panelOf())
  while (!stage.events.some(({ type }) => type === 'decision.voted')) await stage.play(100)
  const open = [...stage.events]
  expect(JSON.stringify(open)).toMatch(sealed)
  expect(open.some(({ type }) => type === 'decision.committed')).toBe(false)

  const { server, posted } = await listened()
  // Without an owner the server would take over the run after a while, and count the votes itself.
  const { ownership } = await server.open.program.store()
  const lease = await ownership.claim(stage.session)
  expect(lease).not.toBe('owned elsewhere')
  await store(server, open)
  await until(() => posted.length >= open.length)
  const surfaces = {
    ...(await shownByServer(server, stage.session, open.length)),
    ...shownHere(await followed(server, stage.session, open.length)),
    webhook: posted.join('\n'),
  }
  for (const [surface, text] of Object.entries(surfaces)) {
    expect([surface, text.length > 20]).toEqual([surface, true])
    expect([surface, sealed.exec(text)?.[0]]).toEqual([surface, undefined])
  }

  await stage.untilRest()
  await store(server, stage.events.slice(open.length))
  const counted = await followed(server, stage.session, stage.events.length)
  expect(counted).toEqual(stage.events)
  const { events, single, exports } = await shownByServer(server, stage.session, stage.events.length)
  for (const text of [events, single, exports]) expect(text).toMatch(sealed)
})
