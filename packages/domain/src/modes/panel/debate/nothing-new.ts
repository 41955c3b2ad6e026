import { type Fact, fact } from '../../../event/event.ts'
import type { Facts } from '../../../event/facts.ts'
import { hashNumber } from '../../../shared/hash.ts'
import { countText } from '../../../text/amounts.ts'
import { askedSeats } from './speakers.ts'
import type { DebateContext, DebateState, Turn } from './state.ts'

/** Consecutive turns without anything new before a panelist is passed over. */
const MOST_STALE = 2

/** How a contribution relates to its author's earlier ones: the same words again are not new, whatever the spacing. */
export function noveltyOf({ turns }: DebateState, author: string, text: string): Pick<Turn, 'said' | 'stale'> {
  const said = hashNumber(text.replace(/\s+/g, ' ').trim()).toString(36)
  return { said, stale: turns.some((turn) => turn.agent === author && turn.said === said) }
}

/** The model had nothing to say. A call that failed for other reasons does not count. */
export const hasNoWords = ({ ok, bound, error }: Facts['task.finished']): boolean =>
  !ok && (bound !== undefined || ['empty_reply', 'output_limit'].includes(error?.code ?? ''))

/** Announces, once per panelist, that it has nothing new to say and is passed over from now on. */
export const passOver = (context: DebateContext): readonly Fact[] =>
  askedSeats(context).flatMap(({ slug, name }) => {
    const last = context.panel.debate.turns.filter(({ agent }) => agent === slug).slice(-MOST_STALE)
    if (last.length < MOST_STALE || last.some(({ stale }) => !stale)) return []
    const reason = `${name} said nothing new in ${countText(MOST_STALE, 'turn')} in a row. It still votes, and speaks again if you send a message.`
    return [fact('moderation', { action: 'passed_over', rule: 'nothing_new', reason }, { agent: slug })]
  })

/** Fewer than two have something to say, which is not a debate. */
export const isAlone = (context: DebateContext): boolean =>
  context.panel.debate.passedOver.length > 0 && askedSeats(context).length < 2

/** Whether a panelist's calls led nowhere, and it has not said anything new without them since. */
export function isStuck({ panel }: Pick<DebateContext, 'panel'>, author: string): boolean {
  const own = panel.debate.turns.filter(({ agent }) => agent === author)
  const newest = own.findLastIndex(({ stale }) => !stale)
  return own.slice(Math.max(0, newest)).some(({ stuck }) => stuck)
}

/** A message from the user or a resumed debate is something new to discuss: for everyone, or for the named agent. */
export function askAgain(debate: DebateState, to?: string): DebateState {
  const isMeant = (agent: string) => to === undefined || agent === to
  return {
    ...debate,
    passedOver: debate.passedOver.filter((agent) => !isMeant(agent)),
    turns: debate.turns.map((turn) => (turn.stale && isMeant(turn.agent) ? { ...turn, stale: false } : turn)),
  }
}
