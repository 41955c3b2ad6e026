import { createHash } from 'node:crypto'
import type { Event, Json } from '@convene/domain'
import { type JsonPath, joined, type SharedPart, type StoredText } from './shared-texts.ts'

/** Strings longer than this are stored once, by hash, outside the log. */
export const largeText = 65_536

/** Where a string was taken out: the hash of its text, or its pieces if an earlier event has part of it. */
export type Taken = readonly [path: JsonPath, kept: string | readonly StoredText[]]

/** An event in a row, without the fields that the row itself has. `large` says where strings were taken out. */
export type StoredEvent = Omit<Event, 'session' | 'seq' | 'batch' | 'data'> & {
  readonly data: Json
  readonly large?: readonly Taken[]
}

/** Finds the parts of a string that earlier events already have. */
export type Share = (path: JsonPath, text: string) => readonly StoredText[] | undefined

type Data = { readonly [key: string]: Json }

/**
 * Data with known strings replaced by empty ones. Answers, messages, reports and briefs are all at the top of their
 * event's data.
 */
export function takeKnown(data: Json, share: Share): { readonly small: Json; readonly taken: readonly Taken[] } {
  const taken: Taken[] = []
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return { small: data, taken }
  let small: { [key: string]: Json } | undefined
  for (const [key, value] of Object.entries(data as Data)) {
    const pieces = typeof value === 'string' && value.length <= largeText ? share([key], value) : undefined
    if (!pieces) continue
    small ??= { ...(data as Data) }
    small[key] = ''
    taken.push([[key], pieces])
  }
  return { small: small ?? data, taken }
}

/** An event with large strings replaced by empty ones. `texts` receives them as JSON, by hash. */
export function takeLarge(event: StoredEvent, texts: Map<string, string>): StoredEvent {
  const taken: Taken[] = []
  const data = takeOut(event.data, [], (path, value) => {
    // As JSON, because an unpaired surrogate would not survive SQLite's UTF-8.
    const text = JSON.stringify(value)
    const hash = textKey(text)
    texts.set(hash, text)
    taken.push([path, hash])
  })
  return taken.length === 0 ? event : { ...event, data, large: [...(event.large ?? []), ...taken] }
}

/** The key of a large text. */
export const textKey = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where to find strings that were taken out: by hash, or as parts of other events. */
export type Lookup = { textOf(hash: string): string | undefined; partOf(part: SharedPart): string }

/** The data of an event with everything put back. Throws if a text is missing or differs from what was written. */
export function wholeData({ data, large = [] }: Pick<StoredEvent, 'data' | 'large'>, lookup: Lookup): Json {
  let whole = data
  for (const [path, kept] of large)
    whole = putBack(whole, path, typeof kept === 'string' ? wholeText(kept, lookup) : joined(kept, lookup.partOf))
  return whole
}

function wholeText(hash: string, { textOf }: Lookup): string {
  const text = textOf(hash)
  if (text === undefined) throw new Error(`the text ${hash} is missing`)
  if (textKey(text) !== hash) throw new Error(`the text ${hash} differs from what was written`)
  return JSON.parse(text) as string
}

/** The hashes that an event refers to. */
export const hashesIn = ({ large = [] }: Pick<StoredEvent, 'large'>): readonly string[] =>
  large.flatMap(([, kept]) => (typeof kept === 'string' ? [kept] : []))

function takeOut(value: Json, path: JsonPath, take: (path: JsonPath, text: string) => void): Json {
  if (typeof value === 'string') {
    if (value.length <= largeText) return value
    take(path, value)
    return ''
  }
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((item: Json, index) => takeOut(item, [...path, index], take))
  const entries = Object.entries(value).map(([key, item]) => [key, takeOut(item, [...path, key], take)])
  return Object.fromEntries(entries) as Json
}

function putBack(value: Json, [key, ...rest]: JsonPath, text: string): Json {
  if (key === undefined) return text
  const parent = value as { [key: string | number]: Json }
  parent[key] = putBack(parent[key] ?? null, rest, text)
  return value
}
