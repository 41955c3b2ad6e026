import type { Facts } from '../../../event/facts.ts'
import { messageBy } from '../../../prompt/ask.ts'
import type { MessageId } from '../../../shared/ids.ts'
import { type DebateContext, type DebateRooms, type Grounds, type Held, held, type Move } from './state.ts'

type Changed = {
  readonly agent: string
  /** What it holds now, in the form of `keyOf`. */
  readonly key: string
  readonly because: string
  readonly before: Held | undefined
}

type Change = Pick<Facts['position'], 'move' | 'grounds' | 'flagged'>

/** Where a panelist moved, how well it justified the move, and whether to flag it. Flags do not affect any count. */
export function changeOfPositions(context: DebateContext, now: Changed, keyOf: (line: Held) => string): Change {
  const move = moveOf(context, now, keyOf)
  const grounds = groundsOf(context, now)
  const isGrounded = grounds === 'new' || grounds === 'evidence'
  // In free text, new wording is rarely a new position.
  const isUnheard = move === 'new' && context.panel.opening.protocol === 'decide'
  const flagged = isUnheard || (!isGrounded && (move === 'majority' || grounds === 'none'))
  return { move, grounds, ...(flagged && { flagged }) }
}

function moveOf({ run, panel }: DebateContext, now: Changed, keyOf: (line: Held) => string): Move {
  const others = held({ run, panel }).filter(({ agent, abstains }) => agent !== now.agent && !abstains)
  const holding = (key: string) => others.filter((line) => keyOf(line) === key).length
  const wasHeld = panel.debate.ledger.some(
    (line) => line.agent !== now.agent && !line.abstains && keyOf(line) === now.key,
  )
  if (!wasHeld) return 'new'
  return holding(now.key) > (now.before ? holding(keyOf(now.before)) : 0) ? 'majority' : 'minority'
}

const CITED = /(?<![\p{L}\p{N}])m\d{1,9}(?![\p{L}\p{N}])/gu

function groundsOf({ session, panel }: DebateContext, { agent, because, before }: Changed): Grounds {
  if (because === '') return 'none'
  const cited = because.match(CITED) ?? []
  if (cited.length === 0) return 'evidence'
  const known = cited.flatMap((id) => messageBy(session, id as MessageId) ?? [])
  if (known.length === 0) return 'unknown'
  const others = known.filter(({ author }) => author !== agent)
  if (others.length === 0) return 'own'
  const isNew = others.some(({ id }) => isSince(panel, id, before?.message ?? null))
  return isNew ? 'new' : 'known'
}

/**
 * Whether the reader saw a message only after its own last turn. Panelists who speak in parallel read each other
 * afterwards, whatever the order on the board.
 */
function isSince(
  { opening: { protocol }, debate: { board, turns } }: DebateRooms,
  id: MessageId,
  own: MessageId | null,
): boolean {
  const place = (one: MessageId) => board.findIndex((entry) => entry.id === one)
  const round = (one: MessageId) => turns.find(({ message }) => message === one)?.round
  if (own === null) return true
  const isTogether = round(own) === round(id) && (round(own) === 1 || protocol === 'decide')
  return place(id) > place(own) || isTogether
}
