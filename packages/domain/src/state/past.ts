import { at } from '../list/list.ts'
import { type Seat, seatsOf } from '../team/team.ts'
import { isCaller, isUser } from '../team/user-seat.ts'
import { answersAmong } from './answers.ts'
import type { PastRun } from './past-run.ts'
import type { Message, Run, Session } from './session.ts'

const MOST_RUNS = 5
const MOST_MADE = 20
const MOST_DECIDED = 10
const LONGEST_GOAL = 600
const LONGEST_RESULT = 3_000

/** The answers to this run's goal: the one the user picked, else what its mode delivers. */
export function resultsOf(session: Session, run: Run): readonly Message[] {
  const { from, to } = run.spoken
  const said = between(session, from, to ?? session.messages.size).filter(({ role }) => role !== 'user')
  return answersAmong(
    run.traits,
    said,
    (message) => message,
    ({ id }) => id === session.picked,
  )
}

/** Who was asked in this run and gave nothing. They can be asked again. */
export const missingSeats = ({ team, finished }: Run): readonly Seat[] =>
  seatsOf(team).filter((seat) => !isUser(seat) && finished?.lacks?.who.includes(seat.slug))

/** Messages by index: a long session is not walked from its beginning. */
const between = ({ messages }: Session, from: number, to: number): readonly Message[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => at(messages, from + index)).filter(
    (message) => message !== undefined,
  )

/** The runs before the next one, newest last. */
export function pastOf(session: Session): readonly PastRun[] {
  const { run, past } = session
  // After a reset the next run starts fresh.
  if (run?.phase === 'idle') return []
  return run ? [...past, pastRun(session, run)].slice(-MOST_RUNS) : past
}

function pastRun(session: Session, run: Run): PastRun {
  const results = resultsOf(session, run)
  const each = Math.floor(LONGEST_RESULT / Math.max(1, results.length))
  const committed = Object.values(session.decisions).flatMap(({ topic, committed: commitment }) =>
    commitment ? [{ topic: cut(topic, 200), option: cut(commitment.option, 200) }] : [],
  )
  return {
    number: run.number,
    mode: run.mode,
    state: run.finished?.state ?? run.phase,
    goal: cut(run.goal, LONGEST_GOAL),
    ...setBy(session, run),
    ...(session.picked !== null && { picked: true as const }),
    results: results.map(({ author, text }) => ({ author, text: cut(text, each) })),
    decided: committed.slice(-MOST_DECIDED),
    made: run.made,
  }
}

function setBy({ messages }: Session, { spoken }: Run): Pick<PastRun, 'setBy'> {
  const author = at(messages, spoken.from - 1)?.author ?? ''
  return isCaller(author) ? { setBy: author } : {}
}

/** What a run has made, by name, newest last. */
export function withMade(made: readonly string[], { kind, path, title }: Made): readonly string[] {
  const name = cut(`${kind}: ${path ?? title}`, 200)
  return [...made.filter((other) => other !== name), name].slice(-MOST_MADE)
}

type Made = { readonly kind: string; readonly path?: string | undefined; readonly title: string }

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`)
