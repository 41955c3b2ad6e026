import {
  type Event,
  firstText,
  fromWire,
  joinEvent,
  linkOf,
  NewerEvent,
  sealedText,
  sealText,
  splitEvent,
} from '@convene/domain'
import { contentsOf } from './contents.ts'
import {
  type EventLine,
  eventKeys,
  headerKeys,
  type ReceiptHeader,
  readLine,
  type SignatureLine,
  signedText,
  WrongReceipt,
} from './receipt-lines.ts'
import { type RefoldedResult, refold, unfolded } from './refold.ts'

/** Hashes and signatures, as Node and browsers have them. */
export type ReceiptCrypto = {
  digest(text: string): string | Promise<string>
  /** Throws on bytes that are not UTF-8, and keeps a byte order mark. */
  decode(bytes: Uint8Array): string
  verifies(key: string, signature: string, text: string): boolean | Promise<boolean>
}

export type VerifiedReceipt = {
  readonly header: ReceiptHeader
  readonly key: string
  readonly events: readonly Event[]
  readonly results: readonly RefoldedResult[]
}

const MOST_BYTES = 256_000_000
const HASH = /^[0-9a-f]{64}$/u
/** What people read of the header: anything else could look like another line of the result. */
const KEY = /^[A-Za-z0-9_-]{1,64}$/u
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u
const PROGRAM = /^convene \d{1,9}\.\d{1,9}\.\d{1,9}[\w.+-]{0,40}$/u

/** Checks everything that a receipt says. Throws `WrongReceipt` with the first place that is wrong. */
export async function verifyReceipt(bytes: Uint8Array, crypto: ReceiptCrypto): Promise<VerifiedReceipt> {
  const { body, lines, last } = linesOf(bytes, crypto)
  const header = readLine<ReceiptHeader>(lines[0] ?? '', [headerKeys.join(' ')], 'line 1')
  checkHeader(header, lines.length - 1)
  const events = await eventsIn(header, lines.slice(1), crypto)
  const { key, signature } = readLine<SignatureLine>(last, ['key signature'], 'the last line')
  if (!HASH.test(key) || !/^[0-9a-f]{128}$/u.test(signature))
    throw new WrongReceipt('bad_signature', 'the last line', 'it has no Ed25519 key and signature')
  if (!(await crypto.verifies(key, signature, signedText(await crypto.digest(body)))))
    throw new WrongReceipt(
      'bad_signature',
      'line 1 or the last line',
      'the signature does not fit the rest of the file',
    )
  return { header, key, events, results: sameResults(header, events) }
}

function linesOf(bytes: Uint8Array, { decode }: ReceiptCrypto) {
  const whole = (code: string, message: string) => new WrongReceipt(code, 'the file', message)
  if (bytes.length > MOST_BYTES) throw whole('too_large', 'it is larger than 256 MB')
  let text: string
  try {
    text = decode(bytes)
  } catch {
    throw whole('not_text', 'it has bytes that are no UTF-8')
  }
  if (text.startsWith('\ufeff')) throw whole('not_exact', 'it begins with a byte order mark')
  if (text.includes('\r'))
    throw whole('not_exact', `line ${text.slice(0, text.indexOf('\r')).split('\n').length} has a carriage return`)
  if (!text.endsWith('\n')) throw whole('cut', 'its end is missing')
  const lines = text.slice(0, -1).split('\n')
  const last = lines.pop() ?? ''
  if (lines.length < 2) throw whole('cut', 'it has too few lines for a receipt')
  return { body: text.slice(0, text.length - last.length - 1), lines, last }
}

function checkHeader(header: ReceiptHeader, events: number): void {
  const { receipt, session, decision, head, leftOut, made, program } = header
  const wrong = (what: string) => new WrongReceipt('bad_header', 'line 1', what)
  if (receipt !== 1) throw wrong('it has another format than 1. Update Convene')
  if (typeof session !== 'string' || !KEY.test(session)) throw wrong('it names no session')
  if (decision !== null && typeof decision !== 'string') throw wrong('it names no decision')
  if (typeof made !== 'string' || !TIME.test(made)) throw wrong('it does not say when it was made')
  if (typeof program !== 'string' || !PROGRAM.test(program)) throw wrong('it does not say which Convene made it')
  if (typeof head !== 'string' || !HASH.test(head)) throw wrong('it has no head of the chain')
  if (!Number.isSafeInteger(leftOut)) throw wrong('it does not say how much was left out')
  if (header.events !== events)
    throw wrong(`it says ${String(header.events).slice(0, 20)} events, and there are ${events}`)
}

async function eventsIn(
  header: ReceiptHeader,
  lines: readonly string[],
  crypto: ReceiptCrypto,
): Promise<readonly Event[]> {
  const events: Event[] = []
  const links = [await crypto.digest(firstText(header.session))]
  let leftOut = 0
  for (const [index, text] of lines.entries()) {
    const seq = index + 1
    const line = readLine<EventLine>(text, eventKeys, `event ${seq}`)
    await checkLink(line, seq, links, crypto)
    const event = eventOf(line, seq, header.session)
    await checkEvent(event, links, crypto)
    leftOut += Number(line.left !== undefined)
    events.push(event)
  }
  if (links.at(-1) !== header.head)
    throw new WrongReceipt('bad_header', 'line 1', 'its head is not the link of the last event')
  if (leftOut !== header.leftOut)
    throw new WrongReceipt(
      'bad_header',
      'line 1',
      `texts are left out of ${leftOut} events, and it says ${header.leftOut}`,
    )
  return events
}

async function checkLink(line: EventLine, seq: number, links: string[], { digest }: ReceiptCrypto): Promise<void> {
  const place = `event ${seq}`
  if (!Object.values(line).every((value) => typeof value === 'string'))
    throw new WrongReceipt('wrong_fields', place, 'one of its fields is not a text')
  const { event, sealed, salt, left, link } = line
  if (left !== undefined && !HASH.test(left)) throw new WrongReceipt('wrong_fields', place, '"left" is no hash')
  const commitment = left ?? (sealed === undefined ? '' : await digest(sealedText(salt ?? '', sealed)))
  if ((await digest(linkOf(links[seq - 1] ?? '', commitment, event))) !== link)
    throw new WrongReceipt(
      'broken_chain',
      place,
      'it was changed, or an event before it was changed, removed, added or moved',
    )
  links.push(link)
}

/** The event of a line whose link is right: what it is made of may still be odd. */
function eventOf({ event: open, sealed = '', left }: EventLine, seq: number, session: string): Event {
  const place = `event ${seq}`
  try {
    const wire = joinEvent({ open, sealed })
    if (wire.seq !== seq || wire.session !== session)
      throw new WrongReceipt('wrong_place', place, 'an event from another place or session is here')
    const again = splitEvent(wire)
    if (again.open !== open || (left === undefined && again.sealed !== sealed))
      throw new WrongReceipt('wrong_parts', place, 'its two parts are not split the way Convene splits them')
    return fromWire(wire)
  } catch (error) {
    if (error instanceof WrongReceipt) throw error
    const newer = error instanceof NewerEvent ? ' A newer version of Convene wrote it.' : ''
    throw new WrongReceipt('bad_event', place, `it is no event that this version can read.${newer}`)
  }
}

/** What an event itself says about hashes. */
async function checkEvent(event: Event, links: readonly string[], { digest }: ReceiptCrypto): Promise<void> {
  const place = `event ${event.seq}`
  if (event.type === 'decision.voted' && event.data.seal) {
    const { hash, salt = '' } = event.data.seal
    if ((await digest(sealText(salt, event.data))) !== hash)
      throw new WrongReceipt(
        'broken_seal',
        `${place}, field seal`,
        'the vote is not the one that was sealed when it was cast',
      )
  }
  if (event.type !== 'run.finished' || !event.data.head) return
  const { seq, link } = event.data.head
  if (seq >= event.seq || links[seq] !== link)
    throw new WrongReceipt(
      'broken_chain',
      `${place}, field head`,
      `it names another event ${seq} than the one that is here`,
    )
}

function sameResults({ contents, decision }: ReceiptHeader, events: readonly Event[]): readonly RefoldedResult[] {
  const isHere = events.some((event) => event.type === 'decision.committed' && event.data.decision === decision)
  if (decision !== null && !isHere)
    throw new WrongReceipt('bad_header', 'line 1, field decision', 'no event makes this decision')
  if (JSON.stringify(contents) !== JSON.stringify(contentsOf(events)))
    throw new WrongReceipt('bad_header', 'line 1, field contents', 'it does not say what is in the events')
  const results = resultsOf(events)
  const other = results.find(({ came }) => came === 'other')
  if (other)
    throw new WrongReceipt(
      'other_result',
      `event ${other.seq}`,
      'the events before it lead to another result, by the rules of this version',
    )
  return results
}

function resultsOf(events: readonly Event[]): readonly RefoldedResult[] {
  try {
    return refold(events)
  } catch {
    const known = unfolded(events)
    if (known) return known
    throw new WrongReceipt('bad_event', 'the events', 'they cannot be folded')
  }
}
