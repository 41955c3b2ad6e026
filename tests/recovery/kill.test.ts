import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Event, SessionId } from '@convene/domain'
import { openStore } from '@convene/store'
import {
  type Answering,
  type Ended,
  random,
  runOf,
  runProgram,
  startModelServer,
  temporaryFolder,
  transcript,
} from '@convene/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundled } from '../process/bundled.ts'

const LONG = process.env.CONVENE_LONG !== undefined
const POINTS = 8
const child = await bundled(fileURLToPath(new URL('child.ts', import.meta.url)))
/** A process that exits normally leaves its compiled code to the next ones, which start in half the time. */
const compiled = { NODE_COMPILE_CACHE: join(tmpdir(), 'convene-e2e-cache/compiled') }
const session = SessionId.parse('01KE0000000000000000000001')
const permissions = [{ layer: 'user', rules: { '*': 'allow' } }]
/** A long run kills at every point. A short one must give the same result for the same code every day. */
const seed = LONG ? Math.floor(Date.now() / 86_400_000) : 1

/** Everybody reads and writes before they answer, and the answer comes in pieces. */
const answering: Answering = ({ messages, agent }) =>
  messages.some(({ role }) => role === 'tool')
    ? { text: `${agent} has read the plan and says yes.`, parts: 3 }
    : {
        text: '',
        calls: [
          { name: 'read', input: {} },
          { name: 'write', input: {} },
        ],
      }

type Outcome = {
  readonly ends: readonly Ended[]
  readonly events: readonly Event[]
  readonly requests: number
  readonly notes: readonly string[]
}

/** One process after the other on the same folder. Each is killed at its point, except the last. */
async function outcome(mode: string, kills: readonly number[]): Promise<Outcome> {
  using folder = temporaryFolder()
  const server = await startModelServer({ replies: answering })
  const run = runOf({ mode, members: ['ada', 'bert', 'cleo'], settings: { permissions } })
  writeFileSync(folder.file('run.json'), JSON.stringify(run))
  const ends: Ended[] = []
  for (const killAt of [...kills, 0])
    ends.push(await runProgram([process.execPath, child, folder.path, server.url, String(killAt)], compiled))
  const requests = server.requests.length
  await server.close()
  const store = openStore(folder.path)
  const events = await store.log.read(session)
  await store.close()
  const file = folder.file('notes.txt')
  const notes = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return { ends, events, requests, notes }
}

const told = (events: readonly Event[]) =>
  transcript(events)
    .split('\n')
    .filter((line) => /^(OPEN|SAY|FAIL|CLOSE)/.test(line))
const calls = (events: readonly Event[], type: Event['type']) =>
  events.filter((event) => event.type === type && (type !== 'effect.started' || 'model' in event.data))
const lostCalls = (events: readonly Event[]) =>
  events.filter((event) => event.type === 'effect.lost' && event.data.uncertain === true)

/**
 * Killed, or done before it reached its point: events that parallel agents write at the same moment are one write, so
 * the number of points varies between runs.
 */
const wentAsPlanned = ({ signal, code, out }: Ended, killAt: number | undefined): boolean =>
  killAt === undefined ? code === 0 : signal === 'SIGKILL' || (code === 0 && Number(out) < killAt)

/** Two at a time: a process needs a core while it starts. */
async function inTwos<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all([worker(), worker()])
}

describe.each(['broadcast', 'sequential'])('a %s run, killed with SIGKILL', (mode) => {
  let whole: Outcome
  let points: readonly number[]

  beforeAll(async () => {
    whole = await outcome(mode, [])
    expect(whole.ends.map(({ code, err }) => ({ code, err }))).toEqual([{ code: 0, err: '' }])
    const all = Array.from({ length: Number(whole.ends[0]?.out) }, (_, index) => index + 1)
    const draw = random(seed)
    points = LONG ? all : Array.from({ length: POINTS }, () => draw.pick(all))
  })

  test('tells the same story when it is resumed, pays for nothing recorded twice, writes once', {
    timeout: LONG ? 3_600_000 : 180_000,
  }, async () => {
    const draw = random(seed + 1)
    let killed = 0
    expect(told(whole.events).at(-1)).toBe('CLOSE  completed: done')
    await inTwos(points, async (point) => {
      const kills = draw.chance(0.3) ? [point, draw.between(1, 4)] : [point]
      const { ends, events, requests, notes } = await outcome(mode, kills)
      const about = `killed at ${kills}`
      expect(
        ends.map((end, at) => wentAsPlanned(end, kills[at])),
        about,
      ).toEqual(ends.map(() => true))
      if (ends[0]?.signal) killed += 1
      expect(told(events), about).toEqual(told(whole.events))
      expect(calls(events, 'model.replied').length, about).toBe(calls(whole.events, 'model.replied').length)
      expect(calls(events, 'effect.started').length, about).toBe(
        calls(whole.events, 'effect.started').length + lostCalls(events).length,
      )
      expect(requests, about).toBeLessThanOrEqual(calls(events, 'effect.started').length)
      expect(lostCalls(events).length, about).toBeLessThanOrEqual(3 * kills.length)
      expect(new Set(notes).size, about).toBe(notes.length)
    })
    expect(killed).toBeGreaterThan(points.length / 2)
  })
})
