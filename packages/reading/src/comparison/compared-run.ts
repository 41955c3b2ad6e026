import {
  createDomain,
  type Event,
  emptySession,
  type ModeView,
  modeViewOf,
  type PositionView,
  type Run,
  resultsOf,
  type SeatRole,
  type Session,
  seatName,
  seatsOf,
  timesIn,
  withPlainMarks,
} from '@convene/domain'
import { headlineOf, resultParts, verdictOf, verdictParts } from '../outcome/verdict.ts'
import { runStateFacts } from '../story/session-state.ts'

/** Longer answers are read on their own pages. */
const LONGEST_ANSWER = 20_000

/** A panelist's first and last position, in words: letters mean something else in another run. */
export type ComparedPosition = {
  /** Before anyone had heard the others. Null if it was not asked then. */
  readonly first: string | null
  readonly last: string
  readonly confidence: number | null
  /** The reason for its last change of mind. Empty if it never changed its mind. */
  readonly because: string
}

export type ComparedSeat = {
  readonly slug: string
  readonly name: string
  readonly icon: string
  readonly color: string
  readonly seat: SeatRole
  readonly model: string
  readonly position: ComparedPosition | null
  readonly vote: string | null
}

/** A session's newest run, reduced to what can be compared. */
export type ComparedRun = {
  readonly id: string
  readonly title: string
  readonly mode: string
  readonly phase: string
  readonly reason: string
  /** How many items are waiting for the user. */
  readonly waiting: number
  /** Its process ended in the middle of the run. */
  readonly interrupted: boolean
  /** The result in a sentence. Empty while the run is active. */
  readonly headline: string
  /** The decision by vote. Null if there was no vote or it decided nothing. */
  readonly decided: string | null
  /** What was counted: `3 : 1`, `79 %`, `1 changed`. */
  readonly counted: readonly string[]
  /** The whole verdict strip, with cost and time. */
  readonly verdict: readonly string[]
  readonly answers: readonly { readonly name: string; readonly text: string; readonly isCut: boolean }[]
  readonly seats: readonly ComparedSeat[]
  readonly calls: number
  readonly tokens: number
  readonly costUsd: number
  readonly unpriced: number
  readonly workedMs: number
}

const domain = createDomain()

/** The state at the end of a log. */
export const stateAtEnd = (events: readonly Event[]): Session | null => {
  const [first] = events
  return first ? events.reduce((state, event) => domain.evolve(state, event), emptySession(first.session)) : null
}

/** Null if nothing has run yet. Anything secret during a run is left out until it ends. */
export function comparedRun(session: Session | null, interrupted: boolean): ComparedRun | null {
  const run = session?.run
  if (!session || !run) return null
  const verdict = verdictOf(run)
  const { calls, input, output, costUsd, unpriced } = run.finished?.totals ?? { ...run.spent, calls: run.calls }
  return {
    id: session.id,
    title: session.title,
    mode: run.mode,
    ...runStateFacts(session, interrupted),
    headline: headlineOf(session),
    decided: verdict?.vote?.option ?? null,
    counted: verdict ? resultParts(verdict) : [],
    verdict: verdict ? verdictParts(verdict) : [],
    answers: run.finished ? answersOf(session, run) : [],
    seats: seatsIn(run),
    calls,
    tokens: input + output,
    costUsd,
    unpriced,
    workedMs: run.finished ? timesIn(run.finished.totals).workedMs : run.worked,
  }
}

const answersOf = (session: Session, run: Run): ComparedRun['answers'] =>
  resultsOf(session, run).map(({ author, text }) => ({
    name: seatName(run, author),
    text: withPlainMarks(text.slice(0, LONGEST_ANSWER)),
    isCut: text.length > LONGEST_ANSWER,
  }))

function seatsIn(run: Run): readonly ComparedSeat[] {
  const view = modeViewOf(run)
  return seatsOf(run.team).map(({ slug, name, icon, color, seat, model }) => ({
    slug,
    name,
    icon,
    color,
    seat,
    model,
    position: run.finished ? positionOf(view, slug) : null,
    vote: view.ballots.find(({ voter }) => voter === slug)?.option ?? null,
  }))
}

function positionOf({ positions, options }: ModeView, agent: string): ComparedPosition | null {
  const own = positions.filter((line) => line.agent === agent && !line.abstains)
  const [last] = own.slice(-1)
  if (!last) return null
  const words = ({ choice, position }: PositionView) =>
    choice === null ? position : (options[choice]?.text ?? position)
  const first = own.find(({ blind }) => blind)
  return {
    first: first ? words(first) : null,
    last: words(last),
    confidence: last.confidence,
    because: own.findLast(({ changed }) => changed)?.because ?? '',
  }
}
