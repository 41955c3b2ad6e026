import { createHash } from 'node:crypto'
import type { Json } from '@convene/domain'

/** Strings longer than this are stored once, by hash, outside the log. */
export const largeText = 65_536

/** Where a string was removed, and the hash of its text. */
export type Taken = readonly [path: readonly (string | number)[], hash: string]

export type Packed = {
  readonly data: string
  readonly large: string | null
  readonly texts: ReadonlyMap<string, string>
}

/**
 * Data as stored: large strings are replaced by empty ones, `large` says where they were, and `texts` holds them as
 * JSON.
 */
export function pack(data: Json): Packed {
  const whole = JSON.stringify(data)
  if (whole.length <= largeText) return { data: whole, large: null, texts: noTexts }
  const taken: Taken[] = []
  const texts = new Map<string, string>()
  const small = takeOut(data, [], (path, value) => {
    // As JSON, because an unpaired surrogate would not survive SQLite's UTF-8.
    const text = JSON.stringify(value)
    const hash = hashOf(text)
    texts.set(hash, text)
    taken.push([path, hash])
  })
  return taken.length === 0
    ? { data: whole, large: null, texts }
    : { data: JSON.stringify(small), large: JSON.stringify(taken), texts }
}

/** The key of a large text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Restores packed data. Throws if a text is missing or differs from what was written. */
export function unpack(data: string, large: string | null, textOf: (hash: string) => string | undefined): Json {
  let whole = JSON.parse(data) as Json
  if (large === null) return whole
  for (const [path, hash] of JSON.parse(large) as readonly Taken[]) {
    const text = textOf(hash)
    if (text === undefined) throw new Error(`the text ${hash} is missing`)
    if (hashOf(text) !== hash) throw new Error(`the text ${hash} differs from what was written`)
    whole = putBack(whole, path, JSON.parse(text) as string)
  }
  return whole
}

/** The hashes that a row's `large` column refers to. */
export const hashesIn = (large: string): readonly string[] =>
  (JSON.parse(large) as readonly Taken[]).map(([, hash]) => hash)

const noTexts: ReadonlyMap<string, string> = new Map()

type Path = readonly (string | number)[]

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
