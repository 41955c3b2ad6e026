import { type MessageKind, type Role, spaced, USER } from '@convene/domain'

/**
 * What a message is to its readers. `result`: what the session is for, always whole. `talk`: what leads there. `aside`:
 * said to the program, which acts on it. `note`: for another agent, one line is enough. `repeated`: another entry says it.
 */
export type Rank = 'result' | 'talk' | 'aside' | 'note' | 'repeated'

type Look = {
  readonly rank: Rank
  /** The word beside its author's name. Empty if it needs none. */
  readonly word: string
  /** Whether it ends with a position or a vote. */
  readonly hasPosition?: true
}

/** How messages of each kind are shown, on every surface. A new kind needs its row here. */
const looks: { readonly [kind in MessageKind]: Look } = {
  user: { rank: 'talk', word: '' },
  clarification: { rank: 'aside', word: 'clarification' },
  topic: { rank: 'talk', word: 'topic' },
  // Its round and its position say that already.
  argument: { rank: 'talk', word: '', hasPosition: true },
  experiment: { rank: 'talk', word: 'experiment' },
  final_position: { rank: 'talk', word: 'final position', hasPosition: true },
  ballot: { rank: 'note', word: 'ballot', hasPosition: true },
  moderation: { rank: 'aside', word: 'moderation' },
  assignment: { rank: 'note', word: 'assignment' },
  report: { rank: 'talk', word: 'report' },
  synthesis: { rank: 'result', word: 'synthesis' },
  answer: { rank: 'result', word: '' },
  notification: { rank: 'result', word: 'note' },
  plan: { rank: 'talk', word: 'plan' },
  evaluation: { rank: 'repeated', word: 'evaluation' },
  review: { rank: 'talk', word: 'review' },
  deliberation: { rank: 'talk', word: 'argument' },
}

/** Names from a later version are shown as they are. */
export const lookOf = (kind: string): Look =>
  Object.hasOwn(looks, kind) ? looks[kind as MessageKind] : { rank: 'talk', word: spaced(kind) }

export type MessageVoice = 'user' | 'agent' | 'convene'

/** Whose words a message is. A user with a seat speaks as a member, under a name like the others. */
export function messageVoice(author: string, role: Role): MessageVoice {
  if (role === 'user' || (author === USER && role === 'system')) return 'user'
  return author === 'convene' ? 'convene' : 'agent'
}
