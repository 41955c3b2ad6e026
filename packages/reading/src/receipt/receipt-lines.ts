import type { ReceiptContents } from './contents.ts'

/** The first line of a receipt. */
export type ReceiptHeader = {
  readonly receipt: 1
  readonly session: string
  /** A decision by its number in the session's log, or the whole session. */
  readonly decision: string | null
  readonly made: string
  readonly program: string
  readonly events: number
  /** The link of the last event. */
  readonly head: string
  /** How many events have texts that were left out. */
  readonly leftOut: number
  readonly contents: ReceiptContents
}

/** A line per event: what it shows, and either what it seals with the salt, or only the commitment to that. */
export type EventLine = {
  readonly event: string
  readonly sealed?: string
  readonly salt?: string
  readonly left?: string
  readonly link: string
}

/** The last line. */
export type SignatureLine = { readonly key: string; readonly signature: string }

export const headerKeys = 'receipt session decision made program events head leftOut contents'.split(' ')

/** Which fields an event's line may have, in this order. */
export const eventKeys: readonly string[] = ['event link', 'event sealed salt link', 'event left link']

/** What is signed: a hash over every byte before the last line. */
export const signedText = (hash: string): string => `convene receipt 1\n${hash}`

/** Where a receipt is wrong, and how. */
export class WrongReceipt extends Error {
  readonly code: string
  /** A line or an event, for people. */
  readonly place: string
  constructor(code: string, place: string, message: string) {
    super(message)
    this.code = code
    this.place = place
  }
}

/** A line as an object with these fields in this order, written as JSON writes it. Throws `WrongReceipt`. */
export function readLine<T>(line: string, keys: readonly string[], place: string): T {
  let value: unknown
  try {
    value = JSON.parse(line)
    if (JSON.stringify(value) !== line) value = undefined
  } catch {
    throw new WrongReceipt('not_json', place, 'it is not valid JSON, or nested too deeply')
  }
  if (value === undefined)
    throw new WrongReceipt(
      'not_exact',
      place,
      'it is not written the way Convene writes it: a space, an escape, a number or a double key',
    )
  const found = typeof value === 'object' && value !== null ? Object.keys(value).join(' ') : ''
  if (!keys.includes(found)) throw new WrongReceipt('wrong_fields', place, `it has the fields "${found.slice(0, 80)}"`)
  return value as T
}
