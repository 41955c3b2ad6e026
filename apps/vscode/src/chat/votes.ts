import { type EventOf, USER } from '@convene/domain'
import { optionRows } from './asks.ts'
import type { ChatNames } from './messages.ts'
import { button, markdown, oneLine, plain, type ResponsePart } from './response-part.ts'

/** Shows decisions in which the user can vote. */
export type ChatVotes = {
  /** A decision’s card, which replaces its notice, or undefined if the user has no vote in it. */
  card(event: EventOf<'decision.proposed'>, names: ChatNames): readonly ResponsePart[] | undefined
  /** The button once more, after a vote that leaves only the user’s: the card may be far above by then. */
  reminder(event: EventOf<'decision.voted'>): readonly ResponsePart[]
}

export function votes(): ChatVotes {
  const open = new Map<string, { readonly missing: Set<string>; readonly button: ResponsePart }>()
  return {
    card: (event, names) => {
      if (event.data.ballot || !event.data.eligible.includes(USER)) return undefined
      const { decision, topic, options, eligible } = event.data
      const vote = button('Vote…', 'convene.castVote', event.session, decision, options)
      open.set(decision, { missing: new Set(eligible), button: vote })
      const asked = `**${plain(names.name(event.data.by))}** put to a vote: ${plain(oneLine(topic, 300))}`
      return [markdown(`${asked}\n\n${optionRows(options)}`, 'checklist'), vote]
    },
    reminder: ({ data: { decision, voter } }) => {
      const vote = open.get(decision)
      vote?.missing.delete(voter)
      const isLast = vote?.missing.size === 1 && vote.missing.has(USER)
      return isLast ? [markdown('Only your vote is missing.', 'checklist'), vote.button] : []
    },
  }
}
