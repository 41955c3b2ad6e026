import { createHash } from 'node:crypto'
import type { Json } from '@convene/domain'
import { joined, type Part, type Path, type Piece } from './shared-texts.ts'

/** Strings longer than this are stored once, by hash, outside the log. */
export const largeText = 65_536

/** Where a string was removed: the hash of its text, or its pieces if an earlier event has a part of it. */
export type Taken = readonly [path: Path, kept: string | readonly Piece[]]

export type Packed = {
  readonly data: string
  readonly large: string | null
  readonly texts: ReadonlyMap<string, string>
}

/** Finds what earlier events already have of a string. */
export type Share = (path: Path, text: string) => readonly Piece[] | undefined

/**
 * Data as stored: large strings and known ones are replaced by empty ones, `large` says where they were, and `texts`
 * holds the large ones as JSON.
 */
export function pack(data: Json, share?: Share): Packed {
  const taken: Taken[] = []
  const small = share ? takeKnown(data, share, taken) : data
  const whole = JSON.stringify(small)
  if (whole.length <= largeText) return packed(whole, taken, noTexts)
  const texts = new Map<string, string>()
  const smaller = takeOut(small, [], (path, value) => {
    // As JSON, because an unpaired surrogate would not survive SQLite's UTF-8.
    const text = JSON.stringify(value)
    const hash = hashOf(text)
    texts.set(hash, text)
    taken.push([path, hash])
  })
  return packed(texts.size === 0 ? whole : JSON.stringify(smaller), taken, texts)
}

const packed = (data: string, taken: readonly Taken[], texts: Packed['texts']): Packed => ({
  data,
  large: taken.length === 0 ? null : JSON.stringify(taken),
  texts,
})

/** Answers, messages, reports and briefs are all at the top of their event's data. */
function takeKnown(data: Json, share: Share, taken: Taken[]): Json {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) return data
  let small: { [key: string]: Json } | undefined
  for (const [key, value] of Object.entries(data as { readonly [key: string]: Json })) {
    const pieces = typeof value === 'string' && value.length <= largeText ? share([key], value) : undefined
    if (!pieces) continue
    small ??= { ...(data as { readonly [key: string]: Json }) }
    small[key] = ''
    taken.push([[key], pieces])
  }
  return small ?? data
}

/** The key of a large text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Where the removed strings are: by hash, or as parts of other events. */
export type Lookup = { textOf(hash: string): string | undefined; partOf(part: Part): string }

/** Restores packed data. Throws if a text is missing or differs from what was written. */
export function unpack(data: string, large: string | null, lookup: Lookup): Json {
  let whole = JSON.parse(data) as Json
  if (large === null) return whole
  for (const [path, kept] of JSON.parse(large) as readonly Taken[])
    whole = putBack(whole, path, typeof kept === 'string' ? wholeText(kept, lookup) : joined(kept, lookup.partOf))
  return whole
}

function wholeText(hash: string, { textOf }: Lookup): string {
  const text = textOf(hash)
  if (text === undefined) throw new Error(`the text ${hash} is missing`)
  if (hashOf(text) !== hash) throw new Error(`the text ${hash} differs from what was written`)
  return JSON.parse(text) as string
}

/** The hashes that a row's `large` column refers to. */
export const hashesIn = (large: string): readonly string[] =>
  (JSON.parse(large) as readonly Taken[]).flatMap(([, kept]) => (typeof kept === 'string' ? [kept] : []))

const noTexts: ReadonlyMap<string, string> = new Map()

function takeOut(value: Json, path: Path, take: (path: Path, text: string) => void): Json {
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

function putBack(value: Json, [key, ...rest]: Path, text: string): Json {
  if (key === undefined) return text
  const parent = value as { [key: string | number]: Json }
  parent[key] = putBack(parent[key] ?? null, rest, text)
  return value
}
