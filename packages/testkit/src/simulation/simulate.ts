import type { Event, SessionId, Step } from '@convene/domain'
import { Director } from './director.ts'
import { checkEnd } from './final-checks.ts'
import type { Ledger } from './ledger.ts'
import { quiet } from './quiet.ts'
import { stateHash } from './state-hash.ts'
import type { PlantedBug, Violation } from './world.ts'

const HORIZON_MS = 60_000
/** How long a session may go without a new fact once faults are over, except while it waits for a timer. */
const PATIENCE_MS = 60_000
/** Storage is retried after at most this long. A call that hung earlier ends at its idle limit. */
const OLD_WAITS_MS = 65_000
const MOST_EVENTS = 6_000
/** Followers in other processes see the last append a little later. */
const LAST_NEWS_MS = 1_000
const DAY = 24 * 3_600_000
const LONGEST_WAIT_MS = 25 * 3_600_000

export type SimulationOptions = {
  readonly bug?: PlantedBug
  /** Only runs of this mode. */
  readonly mode?: string
}

export type SimulationResult = {
  readonly seed: number
  readonly violations: readonly Violation[]
  /** Over every stored event: the same seed gives the same hash. */
  hash(): string
  readonly logs: ReadonlyMap<SessionId, readonly Event[]>
  readonly faults: number
  readonly crashes: number
  readonly calls: number
}

/** Plays one story to its end and reports what went wrong. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<SimulationResult> {
  const director = new Director(seed, options.bug)
  const { world } = director
  world.mode = options.mode
  director.prepare(HORIZON_MS)
  await play(director, HORIZON_MS)
  becalm(director)
  await settleDown(director)
  await comeBack(director)
  await hearLastNews(director)
  if (world.violations.length === 0) await checkEnd(director)
  const logs = new Map([...world.ledgers].map(([session, { events }]) => [session, events]))
  return {
    seed,
    violations: world.violations,
    hash: () => stateHash([...logs]),
    logs,
    faults: world.faults,
    crashes: world.crashes,
    calls: world.calls.length,
  }
}

/** Time advances from ring to ring, and everything triggered by one ring happens before the next. */
async function play(director: Director, ms: number): Promise<void> {
  const { world } = director
  const { clock } = world
  const end = clock.ticks() + ms
  await quiet()
  while (clock.ticks() < end && world.violations.length === 0) {
    await director.step(Math.min(clock.untilNext() ?? ms, end - clock.ticks()))
  }
}

function becalm(director: Director): void {
  const { world } = director
  world.calm = true
  world.storageDownUntil = 0
  world.nextAppend = undefined
  wakeAll(director)
}

function wakeAll(director: Director): void {
  for (const session of director.sessions) director.person.wake(director.anyone(), session)
}

/** Liveness: once faults are over, every session reaches a final state or a named wait. */
async function settleDown(director: Director): Promise<void> {
  const { world } = director
  let progressAt = world.clock.ticks()
  let deadline = 0
  let stored = storedIn(director)
  let wakes = 0
  await quiet()
  while (world.violations.length === 0) {
    const restless = director.sessions.filter((session) => !isAtRest(director, session))
    const idle = !director.person.waits && director.alive.every(({ engine }) => engine.live === 0)
    if (restless.length === 0 && idle) return
    if (idle && ++wakes < 5) wakeAll(director)
    const now = storedIn(director)
    if (now !== stored) progressAt = world.clock.ticks()
    stored = now
    deadline = Math.max(deadline, progressAt + PATIENCE_MS + OLD_WAITS_MS, lastDue(director, restless) + PATIENCE_MS)
    if (world.clock.ticks() > deadline || stored > MOST_EVENTS)
      return world.violate('I4 liveness', `${restless} does not come to rest; ${stored} events`, restless[0])
    await director.step(Math.min(world.clock.untilNext() ?? 1_000, 1_000))
  }
}

const storedIn = ({ world }: Director): number =>
  [...world.ledgers.values()].reduce((sum, { events }) => sum + events.length, 0)

function isAtRest({ world }: Director, session: SessionId): boolean {
  if (world.ledger(session).events.length === 0) return true
  const { record, want }: Step = world.domain.next(world.fold(session))
  return record.length === 0 && want.every((effect) => effect.kind === 'timer' && effect.patient === true)
}

/** A timer is a named wait: when the last of them is due, by the monotonic clock. */
function lastDue({ world }: Director, sessions: readonly SessionId[]): number {
  const waits = sessions
    .flatMap((session) => world.domain.next(world.fold(session)).want)
    .map(({ notBefore }) => (notBefore ?? 0) - world.clock.now())
    .filter((wait) => wait > 0 && wait < LONGEST_WAIT_MS)
  return waits.length > 0 ? world.clock.ticks() + Math.max(...waits) : 0
}

/** An approval may expire while the last events are delivered. Its session continues and comes to rest again. */
async function hearLastNews(director: Director): Promise<void> {
  const { world } = director
  let heard = -1
  while (heard !== storedIn(director) && world.violations.length === 0) {
    await settleDown(director)
    heard = storedIn(director)
    await play(director, LAST_NEWS_MS)
  }
}

/** The user returns: answers open asks or lets them expire, and resumes paused runs. */
async function comeBack(director: Director): Promise<void> {
  const { world } = director
  for (let round = 0; round < 12 && world.violations.length === 0; round++) {
    const waiting = [...world.ledgers.values()].filter((ledger) => ledger.waits)
    if (waiting.length === 0) return
    const expires = world.random.chance(0.2)
    for (const ledger of waiting) answerTo(director, ledger, expires)
    if (expires) await play(director, DAY)
    await settleDown(director)
    if (expires) checkExpiry(director)
  }
}

/** Approvals expire to deny, wherever their session waits. */
function checkExpiry({ world }: Director): void {
  for (const { asks, phase, session } of world.ledgers.values())
    for (const [ask, { data }] of phase === 'paused' ? [] : asks)
      if (data.expiresAt + PATIENCE_MS < world.clock.now())
        world.violate('I7 approvals expire', `${ask} still waits`, session)
}

function answerTo(director: Director, ledger: Ledger, expires: boolean): void {
  const { person } = director
  const { asks, phase, paused, session } = ledger
  const asked = asks.size > 0 ? (expires ? undefined : person.permit(ledger)) : person.answer(ledger)
  const answer = phase === 'paused' || paused.size > 0 ? ({ type: 'resume' } as const) : asked
  if (answer) person.tell(director.anyone(), session, answer)
}
