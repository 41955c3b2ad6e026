import { isBallot, redactVotes, type SessionId } from '@convene/domain'
import type { Program } from '@convene/program'
import { sessionBy } from '../sessions/find.ts'
import { type Intake, pieceOf, type Source } from './client-stream.ts'
import { messageOf } from './encode.ts'

const PART = 200

export type Wanted = { readonly deltas: boolean; readonly cut: number | undefined }

/** A session as a source for one client: its log, then what happens. */
export async function sessionFeed(program: Program, session: SessionId, { deltas, cut }: Wanted): Promise<Source> {
  const engine = await program.engine()
  const { log } = await program.store()
  return {
    stored: async (after) => {
      const events = await log.read(session, after, PART)
      if (events.length === 0) return []
      const now = await sessionBy(program, session)
      return redactVotes(events, now.ok ? now.value : undefined).map((event) => messageOf(event, cut))
    },
    follow: (after, take) =>
      engine.follow(session, after, {
        batch: (events) => {
          for (const event of redactVotes(events)) take.must(messageOf(event, cut))
        },
        ...(deltas && { delta: deltaTo(take) }),
      }),
  }
}

/** Live text. `at` says where in its effect the text begins: after a gap, the whole comes again from 0. */
function deltaTo(take: Intake) {
  const lengths = new Map<string, number>()
  return (effect: string, kind: 'text' | 'reasoning', text: string) => {
    if (isBallot(effect)) return
    const key = `${kind} ${effect}`
    const at = lengths.get(key) ?? 0
    lengths.set(key, at + text.length)
    const task = effect.slice(0, effect.lastIndexOf('/'))
    take.may(pieceOf(`event: delta\ndata: ${JSON.stringify({ task, effect, [kind]: text, at })}\n\n`))
  }
}
