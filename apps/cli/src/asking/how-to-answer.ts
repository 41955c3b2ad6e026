import { type FoundPending, shortId } from '@convene/host'

const ASK = 'convene approvals answer <id> once|session|always|deny'

/** Topics and plans wait as questions, but take a yes or feedback instead of an answer. */
const gateOf = ({ pending }: FoundPending): string | null =>
  pending.kind === 'question' ? pending.question.gate : null

/** A word for what waits: `topic`, `plan`, `question`, `permission`, `vote`. */
export const pendingKindOf = (waiting: FoundPending): string =>
  gateOf(waiting) ?? (waiting.pending.kind === 'ask' ? 'permission' : waiting.pending.kind)

/** How to answer the listed items: one line for each kind, in the order of the list. */
export function howToAnswer(waiting: readonly FoundPending[]): readonly string[] {
  const lines = waiting.map((each) => `Answer a ${pendingKindOf(each)}: ${commandFor(each, '<session>', '<decision>')}`)
  return [...new Set(lines)]
}

/** Why `approvals answer` does not fit something that is not a permission, with the command that does. */
export function otherWay(waiting: FoundPending): string {
  const { pending, session } = waiting
  const decision = pending.kind === 'vote' ? pending.decision.id : ''
  return `This is a ${pendingKindOf(waiting)}. Answer it with: ${commandFor(waiting, shortId(session.id), decision)}`
}

function commandFor(waiting: FoundPending, session: string, decision: string): string {
  if (gateOf(waiting) !== null) return `convene approve ${session}, or convene reject ${session} "<what to change>"`
  switch (waiting.pending.kind) {
    case 'ask':
      return ASK
    case 'question':
      return `convene answer ${session} "<text>"`
    case 'vote':
      return `convene vote ${session} ${decision} <option>`
  }
}
