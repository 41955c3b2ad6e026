import { isBallot } from '../decision/places.ts'
import type { Fact } from '../event/event.ts'
import { isProhibited, WITHHELD } from '../limits/prohibited.ts'
import type { EffectKey, TaskId } from '../shared/ids.ts'
import { type Session, seatOf } from '../state/session.ts'

/**
 * Whether the text of a running call must not be streamed: a vote is secret, and of a text that is checked against
 * prohibited patterns nobody knows before its end whether it matches.
 */
export function isSealed(session: Session, key: EffectKey): boolean {
  const effect = session.started[key]
  return isBallot(key) || (effect?.kind === 'model' && isChecked(session, effect.task))
}

/** Whether prohibited patterns apply to a task: the panelists', in a run that has some. */
function isChecked({ run, tasks }: Session, id: TaskId): boolean {
  const agent = tasks[id]?.agent
  if (agent === undefined || !run?.traits.anonymous || run.limits.prohibitedPatterns.length === 0) return false
  return seatOf(run, agent)?.seat === 'member'
}

/**
 * The facts of a model call without the texts that match a prohibited pattern. They never reach the log, so no screen,
 * export or search can show them.
 */
export function withoutProhibited(session: Session, id: TaskId, facts: readonly Fact[]): readonly Fact[] {
  const { run } = session
  if (!run || !isChecked(session, id)) return facts
  const checked = (text: string): string => (isProhibited(run.limits, [text]) ? WITHHELD : text)
  return facts.map((one) => withChecked(one, checked))
}

function withChecked(one: Fact, checked: (text: string) => string): Fact {
  switch (one.type) {
    case 'model.replied':
      return isShown(one.data, checked) ? one : { ...one, data: withheld(one.data) }
    case 'commentary':
      return { ...one, data: { ...one.data, text: checked(one.data.text) } }
    case 'model.failed':
      return { ...one, data: { ...one.data, ...partialOf(one.data, checked) } }
    case 'effect.aborted':
      return { ...one, data: { ...one.data, ...partialOf(one.data, checked) } }
    default:
      return one
  }
}

type Replied = Extract<Fact, { type: 'model.replied' }>['data']

/** Calls and steps are shown as the text is. */
const isShown = ({ text, calls, steps = [], provider = null }: Replied, checked: (text: string) => string): boolean =>
  textsIn([text, calls, steps, provider]).every((one) => checked(one) === one)

/** Nothing that it asks for is done: the calls would say it too. */
const withheld = ({ effect, outcome }: Replied): Replied => ({
  effect,
  text: WITHHELD,
  calls: [],
  finish: outcome === 'incomplete' ? 'length' : 'stop',
  outcome,
})

/** Every text in a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => [...(Array.isArray(value) ? [] : [key]), ...textsIn(one)])
}

const partialOf = ({ partial }: { partial?: string | undefined }, checked: (text: string) => string) =>
  partial === undefined ? {} : { partial: checked(partial) }
