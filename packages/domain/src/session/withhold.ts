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
      return { ...one, data: { ...one.data, text: checked(one.data.text) } }
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

const partialOf = ({ partial }: { partial?: string | undefined }, checked: (text: string) => string) =>
  partial === undefined ? {} : { partial: checked(partial) }
