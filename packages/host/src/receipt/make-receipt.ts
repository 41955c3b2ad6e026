import {
  firstWrongLink,
  fromWire,
  ok,
  type Result,
  refuse,
  type SessionId,
  saltIn,
  type WireEvent,
} from '@convene/domain'
import { type EventLog, firstSealed } from '@convene/engine'
import { digest } from '@convene/platform'
import { writeReceipt } from '@convene/reading'
import type { Program } from '../program.ts'
import { signingKey } from './signing-key.ts'

export type ReceiptWish = {
  readonly session: SessionId
  /** Only up to this decision, of this run. */
  readonly decision?: { readonly id: string; readonly run: string }
  readonly redact: boolean
}

/** `openVote`: the event of a vote that is still secret, if the receipt ends before it. */
export type MadeReceipt = { readonly text: string; readonly key: string; readonly openVote?: number }

/** A signed receipt of a session, or of one decision in it. Refuses to sign a log that was changed. */
export async function makeReceipt(
  program: Pick<Program, 'home' | 'version' | 'now' | 'store'>,
  { session, decision, redact }: ReceiptWish,
): Promise<Result<MadeReceipt>> {
  const { log } = await program.store()
  const whole = await log.stored(session)
  const broken = await brokenAt(log, session, whole)
  if (broken !== undefined) return refuse('broken_chain', changed(broken))
  if (redact && (!whole[0] || saltIn(whole[0]) === ''))
    return refuse('no_salt', 'This session has no salt, so what is left out could be guessed. Leave out --redact.')
  const wanted = decision ? upTo(whole, decision) : whole
  if (!wanted) return refuse('undecided', 'This decision has not been made, so there is nothing to prove.')
  const { events, openVote } = withoutOpenVotes(wanted)
  if (events.length === 0) return refuse('nothing_to_prove', 'The session has no events yet.')
  const signing = signingKey(program.home)
  const text = writeReceipt(
    {
      session,
      events,
      ...(decision && { decision: decision.id }),
      made: new Date(program.now()).toISOString(),
      program: `convene ${program.version}`,
      redact,
    },
    signing,
  )
  return ok({ text, key: signing.key, ...(openVote !== undefined && { openVote }) })
}

const changed = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${from === to ? `Event ${to}` : `One of the events ${from} to ${to}`} of this session is not what was stored. The log was changed from outside. Nothing was signed.`

/** The first append whose link is not the one that was stored with it. */
async function brokenAt(
  log: Pick<EventLog, 'links'>,
  session: SessionId,
  events: readonly WireEvent[],
): Promise<{ readonly from: number; readonly to: number } | undefined> {
  const links = await log.links(session)
  const wrong = firstWrongLink(session, events, links, digest)
  if (wrong !== undefined) return { from: events.findLast(({ seq }) => seq <= wrong)?.batch ?? wrong, to: wrong }
  const last = links.at(-1)?.seq ?? 0
  return last === events.length ? undefined : { from: events.length + 1, to: Math.max(last, events.length + 1) }
}

/** Everything to the end of the append that has the decision. */
function upTo(
  events: readonly WireEvent[],
  { id, run }: { readonly id: string; readonly run: string },
): readonly WireEvent[] | undefined {
  const made = events.find(
    (event) =>
      event.type === 'decision.committed' &&
      (event.run ?? '') === run &&
      (event.data as { readonly decision?: unknown }).decision === id,
  )
  return made && events.filter(({ batch }) => batch <= made.batch)
}

/** A vote is secret until it is counted, in a receipt too. */
function withoutOpenVotes(events: readonly WireEvent[]): { events: readonly WireEvent[]; openVote?: number } {
  const hidden = firstSealed(events.map(fromWire))
  return hidden ? { events: events.filter(({ batch }) => batch < hidden.batch), openVote: hidden.seq } : { events }
}
