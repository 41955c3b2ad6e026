import { type Fact, fact } from '../../event/event.ts'
import type { Facts } from '../../event/facts.ts'
import { hashNumber } from '../../shared/hash.ts'
import { countText } from '../../text/amounts.ts'
import { askedSeats } from './speakers.ts'
import type { Panel, PanelContext, Turn } from './state.ts'

/** Turns in a row without anything new, after which a panelist is passed over. */
const MOST_STALE = 2

/** What a contribution is to its author's earlier ones: the same words again are nothing new, however they are spaced. */
export function newIn({ turns }: Panel, author: string, text: string): Pick<Turn, 'said' | 'stale'> {
  const said = hashNumber(text.replace(/\s+/g, ' ').trim()).toString(36)
  return { said, stale: turns.some((turn) => turn.agent === author && turn.said === said) }
}

/** The model had nothing to say. A call that failed for other reasons says nothing about that. */
export const isSilent = ({ ok, bound, error }: Facts['task.finished']): boolean =>
  !ok && (bound !== undefined || ['empty_reply', 'output_limit'].includes(error?.code ?? ''))

/** Says once of each panelist that has nothing new to say that it is passed over from now on. */
export const passOver = (context: PanelContext): readonly Fact[] =>
  askedSeats(context).flatMap(({ slug, name }) => {
    const last = context.panel.turns.filter(({ agent }) => agent === slug).slice(-MOST_STALE)
    if (last.length < MOST_STALE || last.some(({ stale }) => !stale)) return []
    const reason = `${name} said nothing new in ${countText(MOST_STALE, 'turn')} in a row. It still votes, and speaks again if you send a message.`
    return [fact('moderation', { action: 'passed_over', rule: 'nothing_new', reason }, { agent: slug })]
  })

/** Fewer than two have something to say: that is not a debate. */
export const isAlone = (context: PanelContext): boolean =>
  context.panel.passedOver.length > 0 && askedSeats(context).length < 2

/** Whether a panelist's calls led nowhere, and it has said nothing new without them since. */
export function isStuck({ panel }: Pick<PanelContext, 'panel'>, author: string): boolean {
  const own = panel.turns.filter(({ agent }) => agent === author)
  const newest = own.findLastIndex(({ stale }) => !stale)
  return own.slice(Math.max(0, newest)).some(({ stuck }) => stuck)
}

/** A message from the user, or a debate that is resumed, is something new to talk about: for everyone, or for the agent it names. */
export function askAgain(panel: Panel, to?: string): Panel {
  const isMeant = (agent: string) => to === undefined || agent === to
  return {
    ...panel,
    passedOver: panel.passedOver.filter((agent) => !isMeant(agent)),
    turns: panel.turns.map((turn) => (turn.stale && isMeant(turn.agent) ? { ...turn, stale: false } : turn)),
  }
}
