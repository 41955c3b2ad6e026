import type { Event, SessionId } from '@convene/domain'
import { readPublic } from '@convene/engine'
import type { Program } from '@convene/host'
import { type EventFilter, matchesFilter } from '@convene/reading'
import { sessionBy } from '../sessions/find.ts'
import { type Intake, pieceOf, type Source, type StreamPiece } from '../stream/client-stream.ts'
import { encodedEvent } from '../stream/encode.ts'

const PART = 200

export type FeedRequest = { readonly deltas: boolean; readonly cut: number | undefined; readonly filter: EventFilter }

/** A session as a source for one client: its log, then new events. */
export async function feedOfSession(
  program: Program,
  session: SessionId,
  { deltas, cut, filter }: FeedRequest,
): Promise<Source> {
  const pieceFor = (event: Event) => (matchesFilter(event, filter) ? encodedEvent(event, cut) : passedOver(event))
  const engine = await program.engine()
  const { log } = await program.store()
  return {
    stored: async (after) => {
      const now = await sessionBy(program, session)
      const events = await readPublic(log, session, { after, limit: PART, ...(now.ok && { known: now.value }) })
      return events.map(pieceFor)
    },
    follow: (after, take) =>
      engine.follow(session, after, {
        batch: (events) => {
          for (const event of events) take.must(pieceFor(event))
        },
        ...(deltas && { delta: deltaTo(take) }),
      }),
  }
}

/** A filtered event only advances the client's position: a browser dispatches no empty message. */
const passedOver = ({ seq }: Event): StreamPiece => pieceOf(`id: ${seq}\n\n`, seq)

/** Live text. `at` is the offset in its effect: after a gap, the whole text is sent again from 0. */
function deltaTo(take: Intake) {
  const lengths = new Map<string, number>()
  return (effect: string, kind: 'text' | 'reasoning', text: string) => {
    const key = `${kind} ${effect}`
    const at = lengths.get(key) ?? 0
    lengths.set(key, at + text.length)
    const task = effect.slice(0, effect.lastIndexOf('/'))
    take.may(pieceOf(`event: delta\ndata: ${JSON.stringify({ task, effect, [kind]: text, at })}\n\n`))
  }
}
