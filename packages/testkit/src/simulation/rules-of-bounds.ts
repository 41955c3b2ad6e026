import { type Event, type EventOf, isFinal, modes } from '@convene/domain'
import type { Ledger } from './ledger.ts'
import type { Rule } from './rule.ts'

/** What must hold however uncooperative models are. */
export const rulesOfBounds: readonly Rule[] = [
  { invariant: 'I13 every run ends within its stated number of calls', broken: tooManyCalls },
  { invariant: 'I13 no step is tried for ever', broken: tooManyTries },
  { invariant: 'I13 nobody debates who has nothing new to say', broken: asksForNothing },
  { invariant: 'I13 a run that leads nowhere ends', broken: leadsNowhere },
]

/** Attempts for any reason: blocked, handed off, reopened, failed, or repeated after an earlier step. */
const MOST_TRIES = 16

/** Every model call intent counts, including failed and lost ones. Calls after the end are not part of the run. */
function tooManyCalls(ledger: Ledger, event: Event): string | undefined {
  const cap = ledger.run?.data.limits.maxCalls ?? null
  if (cap === null || isFinal(ledger.phase) || !isModelCall(event)) return undefined
  const since = ledger.run?.seq ?? 0
  const made = ledger.events.filter((one) => one.seq > since && isModelCall(one)).length + 1
  return made > cap ? `${made} of ${cap} calls` : undefined
}

const isModelCall = (event: Event): boolean => event.type === 'effect.started' && event.data.kind === 'model'

function tooManyTries(_ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'step.state' || event.data.attempt <= MOST_TRIES) return undefined
  return `${event.data.step} is tried for the ${event.data.attempt}th time`
}

/** A panelist whose last two turns only repeated its own words is not asked for a third. */
const MOST_REPEATED = 2

/** A user message, or a resumed debate, is something new to talk about. */
const isNews = ({ type, data }: Event): boolean =>
  (type === 'message' && data.role === 'user') || (type === 'run.state' && data.trigger === 'debateResumed')

function asksForNothing(ledger: Ledger, event: Event): string | undefined {
  if (event.type !== 'task.assigned' || event.data.heading !== 'Contribute') return undefined
  const { to } = event.data
  const events = ledger.events.slice(ledger.run ? ledger.events.lastIndexOf(ledger.run) : 0)
  const news = events.findLastIndex(isNews)
  const said = events.flatMap((one) =>
    one.type === 'message' && one.data.kind === 'argument' && one.data.author === to ? [one.data] : [],
  )
  const turns = events
    .slice(news + 1)
    .flatMap((one) =>
      one.type === 'task.assigned' && one.data.heading === 'Contribute' && one.data.to === to ? [one.data.turn] : [],
    )
    .slice(-MOST_REPEATED)
  const isRepeated = (turn: number | undefined): boolean => {
    const at = said.findIndex((one) => one.turn === turn)
    return said.slice(0, Math.max(0, at)).some(({ text }) => text === said[at]?.text)
  }
  const isOver = turns.length === MOST_REPEATED && turns.every(isRepeated)
  return isOver ? `${to} is asked again, after ${MOST_REPEATED} turns that repeated its own words` : undefined
}

/** Calls that bring nothing new, less those that do, after which no further one starts in a phase that takes a limit. */
const MOST_USELESS = 24

function leadsNowhere({ run, phase, events }: Ledger, event: Event): string | undefined {
  if (!run || isFinal(phase) || !isModelCall(event) || !modes[run.data.mode]?.transitions[phase]?.limitReached)
    return undefined
  const since = events.filter(({ seq }) => seq > run.seq)
  if (since.filter(isModelCall).length < MOST_USELESS || since.some(({ type }) => type === 'budget')) return undefined
  const useless = uselessIn(since)
  return useless >= MOST_USELESS ? `another call starts after ${useless} that brought nothing new` : undefined
}

/** How many replies were empty, or only repeated words and calls of this run. */
function uselessIn(events: readonly Event[]): number {
  const known = new Set<string>()
  let useless = 0
  for (const [index, event] of events.entries()) {
    if (isProgress(event)) useless = 0
    if (event.type === 'model.failed' && event.data.code === 'empty_reply') useless++
    if (event.type !== 'model.replied') continue
    const brought = broughtBy(events.slice(index), event)
    if (!brought) continue
    const isNew = brought.some((one) => !known.has(one))
    for (const one of brought) known.add(one)
    useless = isNew ? Math.max(0, useless - 1) : useless + 1
  }
  return useless
}

/** The words of a reply, or its calls that ran or were answered; undefined while one of them is open. */
function broughtBy(
  later: readonly Event[],
  { task, data: { calls, text } }: EventOf<'model.replied'>,
): readonly string[] | undefined {
  if (calls.length === 0) return [text.trim()].filter((words) => words !== '')
  const ends = calls.map(({ id }) =>
    later.find(
      (one): one is EventOf<'tool.finished'> =>
        one.type === 'tool.finished' && one.task === task && one.data.call === id,
    ),
  )
  if (ends.includes(undefined)) return undefined
  return calls.flatMap(({ tool, input }, index) => {
    const end = ends[index]?.data
    return end?.ok || end?.effect ? [`${tool} ${JSON.stringify(input)}`] : []
  })
}

const isProgress = (event: Event): boolean =>
  isNews(event) || (event.type === 'step.state' && ['finished', 'accepted'].includes(event.data.to))
