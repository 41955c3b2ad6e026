import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDomain, emptySession, fromWire, type Session, SessionId } from '@convene/domain'
import { rowOf } from '@convene/engine'
import { type LocalStore, openStore } from '@convene/store'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { answering } from '../one-agent.ts'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 100_000)
const BATCH = 8
const agents = ['architect', 'security', 'performance']
const domain = createDomain()

/** Opening a session of 100,000 events: from its log alone, and from a snapshot. */
export async function opening(rounds: number): Promise<readonly Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  const store = openStore(folder)
  try {
    const session = await fill(store)
    const alone = await opened(store, session.id, rounds)
    await store.log.keep(session.id, { version: domain.version, seq: session.seq, state: session })
    const kept = await opened(store, session.id, rounds)
    const name = `a session of ${EVENTS.toLocaleString('en')} events`
    return [
      { name: `${name}: opened from its log, in ms of CPU time`, ratio: alone.cpuMs, aim: 500, values: alone },
      { name: `${name}: longest stop of everything else, in ms`, ratio: alone.longestMs, bar: 100 },
      { name: `${name}: opened from a snapshot, in ms of CPU time`, ratio: kept.cpuMs, aim: 500, values: kept },
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill({ log }: LocalStore): Promise<Session> {
  const story = newStory('broadcast', agents, 'A hundred thousand events')
  const sentence = 'It keeps **what was said** as it was said, see [m1], and `counts` what it took. '
  for (let turn = 0; story.events.length < EVENTS; turn += 1)
    story.say(agents[turn % agents.length] ?? '', `Answer ${turn}. ${sentence.repeat(4)}`)
  let session: Session = emptySession(SessionId.parse(story.session))
  for (let begin = 0; begin < story.events.length; begin += BATCH) {
    const batch = story.events.slice(begin, begin + BATCH).map((event) => ({ ...fromWire(event), batch: begin + 1 }))
    const before = session.seq
    session = batch.reduce(domain.evolve, session)
    const appended = log.append(session.id, before, batch, rowOf(session, domain.next(session)))
    if (begin % 4_000 === 0) await appended
  }
  await log.read(session.id, session.seq)
  return session
}

async function opened(store: LocalStore, session: SessionId, rounds: number) {
  const cpu: number[] = []
  const wall: number[] = []
  const stops: number[] = []
  for (let round = 0; round < rounds; round++) {
    const engine = answering(store)
    const stop = watchStops()
    const before = process.cpuUsage()
    const start = performance.now()
    const state = await engine.state(session)
    wall.push(performance.now() - start)
    const { user, system } = process.cpuUsage(before)
    cpu.push((user + system) / 1_000)
    stops.push(await stop())
    if ((state?.seq ?? 0) < EVENTS) throw new Error(`Only ${state?.seq} events were read`)
  }
  return { cpuMs: median(cpu), wallMs: median(wall), longestMs: median(stops) }
}

/** Returns a function that gives the longest time during which no timer could fire. */
function watchStops(): () => Promise<number> {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    look()
    clearInterval(timer)
    return longest
  }
}
