import { Chain, fromWire, type SessionId, type WireEvent } from '@convene/domain'
import { contentsOf } from './contents.ts'
import { type EventLine, type ReceiptHeader, signedText } from './receipt-lines.ts'

export type ReceiptRequest = {
  readonly session: SessionId
  /** From the first one on, as stored. */
  readonly events: readonly WireEvent[]
  readonly decision?: string
  readonly made: string
  readonly program: string
  /** Leaves out all texts that are sealed. */
  readonly redact: boolean
}

/** How a receipt is hashed and signed. */
export type Signing = {
  digest(text: string): string
  /** The public key, as hexadecimal digits. */
  readonly key: string
  sign(text: string): string
}

/** A receipt as text. Without texts, it is made from what can still be read, so that both say the same. */
export function writeReceipt(request: ReceiptRequest, { digest, key, sign }: Signing): string {
  const { session, events, decision = null, made, program, redact } = request
  const chain = new Chain(session, digest)
  const chained = events.map((event) => chain.add(event))
  const header: ReceiptHeader = {
    receipt: 1,
    session,
    decision,
    made,
    program,
    events: events.length,
    head: chain.link,
    leftOut: redact ? chained.filter(({ sealed }) => sealed !== '').length : 0,
    contents: contentsOf(events.map(fromWire)),
  }
  const lines = chained.map(({ open, sealed, salt, commitment, link }): EventLine => {
    if (sealed === '') return { event: open, link }
    return redact ? { event: open, left: commitment, link } : { event: open, sealed, salt, link }
  })
  const body = `${[header, ...lines].map((line) => JSON.stringify(line)).join('\n')}\n`
  return `${body}${JSON.stringify({ key, signature: sign(signedText(digest(body))) })}\n`
}
