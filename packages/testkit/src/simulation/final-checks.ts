import { type Event, type EventOf, emptySession, isFinal, isUndecided, type Session } from '@convene/domain'
import { type Engine, load } from '@convene/engine'
import { memoryEventLog } from '../event-log/memory-event-log.ts'
import type { Director } from './director.ts'
import { engineRules } from './engine-rules.ts'
import type { Ledger } from './ledger.ts'
import { ProgressBook } from './progress-book.ts'
import { isSameState } from './state-hash.ts'
import type { World } from './world.ts'

/** Tolerance for sums of fractions of a cent. */
const ROUNDING = 1.000001

/** What must hold at the end of a story: every session at rest, everything ended, all readers in agreement. */
export async function checkEnd(director: Director): Promise<void> {
  const { world } = director
  for (const ledger of world.ledgers.values()) {
    if (ledger.events.length === 0) continue
    checkEnds(world, ledger)
    checkQueue(world, ledger)
    checkRuns(world, ledger)
    checkTasks(world, ledger)
    checkDecisions(world, ledger)
    await checkReplay(world, ledger)
  }
  checkFollowers(director)
  await checkEngines(director)
}

function checkEnds(world: World, { open, session, events }: Ledger): void {
  const paid = new Set(events.flatMap((event) => (event.type === 'usage' ? [event.data.effect] : [])))
  for (const event of events)
    if (event.type === 'model.replied' && !paid.has(event.data.effect))
      world.violate('I2 every reply has its cost', `${event.data.effect} has none`, session)
  for (const { data } of open) world.violate('I2 every effect ends', `${data.effect} has no end`, session)
}

/**
 * Messages that came too late for a run wait for the user's next one. Messages after its end are answered, unless the
 * follow-up before them waits for the user.
 */
function checkQueue(world: World, { queue, phase, stopped, waits, session, events, messages }: Ledger): void {
  if (!isFinal(phase) || stopped || waits) return
  const end = events.findLast((event) => event.type === 'run.state' && isFinal(event.data.to))?.seq ?? 0
  const unanswered = queue.filter((id) => (messages.get(id)?.seq ?? 0) > end)
  if (unanswered.length > 0)
    world.violate('F25 no message is lost', `${unanswered} wait for nobody, and the run is ${phase}`, session)
}

function checkRuns(world: World, ledger: Ledger): void {
  const { events, session } = ledger
  for (const run of events.filter((event) => event.type === 'run.started')) {
    const own = events.filter((event) => event.run === run.run)
    const ends = own.filter((event) => event.type === 'run.finished').length
    const finals = own.filter((event) => event.type === 'run.state' && isFinal(event.data.to)).length
    if (ends !== finals || ends > 1)
      world.violate('a run ends once', `${run.run}: ${ends} ends, ${finals} final phases`, session)
    checkBudget(world, run, own.slice(0, own.findIndex(({ type }) => type === 'run.finished') + 1 || own.length))
  }
}

/** Open tasks wait for the user, and the fold and the observer agree on what for. */
function checkTasks(world: World, { tasks, waits, stopped, session }: Ledger): void {
  const { tasks: folded, questions } = world.fold(session)
  const differs = (one: Iterable<string>, other: object) => `${[...one].sort()}` !== `${Object.keys(other).sort()}`
  if (differs(tasks.open, folded)) world.violate('a task is open or closed', `${Object.keys(folded)}`, session)
  if (differs(tasks.questions.keys(), questions))
    world.violate('a question waits for its answer', `${Object.keys(questions)}`, session)
  if (tasks.open.size > 0 && (stopped || !waits))
    world.violate('every task ends', `${[...tasks.open]} is open, and waits for nobody`, session)
}

/** Everything put to a vote is decided, or over with its task, unless it waits for the user. */
function checkDecisions(world: World, { decisions, waits, session }: Ledger): void {
  const folded = Object.values(world.fold(session).decisions).filter(isUndecided)
  const open = [...decisions.open.keys()]
  if (`${open.sort()}` !== `${folded.map(({ id }) => id).sort()}`)
    world.violate('a decision is open or over', `${open}`, session)
  if (open.length > 0 && !waits) world.violate('every decision ends', `${open} waits for nobody`, session)
}

/** Stricter than the promise of one extra call: the simulated provider never uses more than was reserved. */
function checkBudget(world: World, run: EventOf<'run.started'>, own: readonly Event[]): void {
  const { maxTotalTokens, maxCostUsd } = run.data.limits
  const uses = own.filter((event) => event.type === 'usage').map(({ data }) => data)
  const over = (cap: number | null, of: (use: (typeof uses)[number]) => number) => {
    const all = uses.map(of)
    const spent = all.reduce((sum, each) => sum + each, 0)
    return cap !== null && spent > cap * ROUNDING ? `${spent} of ${cap}` : undefined
  }
  const tokens = over(maxTotalTokens, ({ input, output }) => input + output)
  const cost = over(maxCostUsd, ({ costUsd }) => costUsd ?? 0)
  if (tokens) world.violate('I8 budgets', `${run.run} spent ${tokens} tokens`, run.session)
  if (cost) world.violate('I8 budgets', `${run.run} spent ${cost} USD`, run.session)
}

/** The same state from the log, from a stored fold plus the rest, and as read by another process. */
async function checkReplay(world: World, ledger: Ledger): Promise<void> {
  const { events, session } = ledger
  const domain = engineRules
  const fold = (from: Session, rest: readonly Event[]) =>
    rest.reduce((state, event) => domain.evolve(state, event), from)
  const whole = countedFold(world, ledger)
  const cut = world.random.below(events.length + 1)
  const half = JSON.parse(JSON.stringify(fold(emptySession(session), events.slice(0, cut)))) as Session
  if (!isSameState(fold(half, events.slice(cut)), whole))
    world.violate('I5 replay', `a fold kept at ${cut} of ${events.length} leads elsewhere`, session)
  const elsewhere = await load(memoryEventLog({ storage: world.storage }), domain, session)
  if (!isSameState(elsewhere, whole)) world.violate('I5 replay', 'another process reads another state', session)
}

/** The fold of the whole log. After each event, the program and the observer agree on how many calls led nowhere. */
function countedFold(world: World, { events, session }: Ledger): Session {
  const domain = engineRules
  const book = new ProgressBook()
  const differing: number[] = []
  const whole = events.reduce((before, event) => {
    const state = domain.evolve(before, event)
    book.file(event)
    if ((state.run?.progress?.useless ?? 0) !== book.useless) differing.push(event.seq)
    return state
  }, emptySession(session))
  if (differing.length > 0)
    world.violate('I13 progress is counted exactly', `the count differs from event ${differing[0]}`, session)
  return whole
}

function checkFollowers({ world, alive }: Director): void {
  for (const { session, seq, over } of alive.flatMap(({ follows }) => follows)) {
    const { length } = world.ledger(session).events
    if (!over && seq !== length) world.violate('I6 followers see every event', `one saw ${seq} of ${length}`, session)
  }
}

/** Nothing is left in memory, running, or set to ring, except alarms of sessions that ask the user. */
async function checkEngines({ world, alive, processes }: Director): Promise<void> {
  for (const { engine, name } of alive)
    if (engine.live > 0) world.violate('I12 resting sessions leave memory', `${name} keeps ${engine.live}`)
  const living = new Set(alive.map(({ name }) => name))
  for (const { process, over, signal, key, session } of [...world.calls, ...world.toolRuns])
    if (living.has(process) && !over && !signal.aborted) world.violate('I12 nothing runs at the end', key, session)
  const told = [...world.ledgers.values()].filter(({ events }) => events.length > 0)
  for (const process of alive) {
    for (const ledger of told) await checkRested(world, process.engine, ledger)
    await process.engine.close()
  }
  const left = processes.flatMap((process) => process.timers)
  if (left.length > 0) world.violate('I12 no timer is left', `${left.length} would still ring`)
}

async function checkRested(world: World, engine: Engine, { session }: Ledger): Promise<void> {
  if (!isSameState(await engine.state(session), world.fold(session)))
    world.violate('I5 replay', 'the engine has another state than its log', session)
}
