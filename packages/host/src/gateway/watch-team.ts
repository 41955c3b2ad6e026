import type { Command, Event, Session, SessionId } from '@convene/domain'
import type { PendingAnswer } from '../approvals/pending.ts'
import { type Drive, drive } from '../drive/drive.ts'
import type { CallingProgram } from './caller.ts'
import { RefusedRequest } from './refused.ts'
import { sentenceFor } from './sentence.ts'

/** The session to watch, and what its caller wants to hear of it. */
export type Watching = {
  readonly session: SessionId
  /** The command that starts or continues it. */
  readonly command?: Command | undefined
  /** Never continues it here. */
  readonly onlyWatch?: boolean
  events?(batch: readonly Event[]): void
  /** A sentence per event that is worth one. */
  sentence?(text: string): void
  /** What the caller has just answered, and what may be reported once more before the answer is stored. */
  isAnswered?(pending: PendingAnswer): boolean
}

/** A team that somebody waits for. It continues after `end`. */
export type TeamWatch = Pick<Drive, 'settle' | 'end' | 'send' | 'rested'> & {
  /** The session before the command. */
  readonly before: Session | undefined
  /** Resolves when the team rests, or with the first thing that only the user can answer. */
  readonly first: Promise<Session | PendingAnswer>
}

/** Starts or continues a team and reports on it. From here on, the budget counts it by what it really does. */
export async function watchTeam({ program, budget }: CallingProgram, watching: Watching): Promise<TeamWatch> {
  const { session, command, onlyWatch = false } = watching
  try {
    const before = await (await program.engine()).state(session)
    const stuck = Promise.withResolvers<PendingAnswer>()
    const watcher = {
      answers: true,
      events: (batch: readonly Event[]) => report(watching, batch),
      waiting: (pending: PendingAnswer) => watching.isAnswered?.(pending) || stuck.resolve(pending),
    }
    const driven = await drive(program, { session, command, after: before?.seq ?? 0, watcher, onlyWatch })
    if ('refusal' in driven) throw new RefusedRequest(driven.refusal)
    return { ...driven, before, first: Promise.race([driven.rested, stuck.promise]) }
  } finally {
    budget.settled(session)
  }
}

function report({ events, sentence }: Watching, batch: readonly Event[]): void {
  events?.(batch)
  if (!sentence) return
  for (const event of batch) {
    const text = sentenceFor(event)
    if (text !== undefined) sentence(text)
  }
}
