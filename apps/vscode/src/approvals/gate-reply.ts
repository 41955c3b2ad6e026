import { asksForStatus } from '@convene/domain'

/** What a text that is typed at a gate means. */
export type GateReply =
  | { readonly type: 'approve' }
  | { readonly type: 'reject'; readonly feedback: string }
  | { readonly type: 'message'; readonly text: string }

/** A plain yes approves. A question about the status and words to one agent are messages. Other words say what to change. */
export function gateReply(text: string): GateReply {
  const words = text.trim()
  if (YES.test(words)) return { type: 'approve' }
  if (asksForStatus(words) || /^@\S/u.test(words)) return { type: 'message', text }
  return { type: 'reject', feedback: text }
}

/** Nothing but the yes: "yes, but shorter" is a change. */
const YES = /^(?:y|yes|yes,? please|ok|okay|sure|approved?|i approve|go|go ahead|looks good|lgtm|do it)[.! ]*$/iu
