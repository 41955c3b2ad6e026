import type { Json, SessionId } from '@convene/domain'

export type JsonPath = readonly (string | number)[]

/** A part of a string in an earlier event of the same session, or in one before it in the same append. */
export type SharedPart = readonly [seq: number, path: JsonPath, from: number, length: number]

/** A string as stored: its new text, and the parts that an earlier event already has. */
export type StoredText = string | SharedPart

/** Shorter parts would cost as much as they save. */
export const SHORTEST = 64
/** Parts are found by the first characters of a line or sentence. */
const KEY = 32
const BEGINNINGS = /(?<=\n|[.!?:] )(?=\S)/g
/** Old places are forgotten first: briefs quote recent messages. */
const MOST_PLACES = 512
/** A session that says more than this starts remembering afresh. */
const MOST_IN_SESSION = 2_000_000

type Source = { readonly seq: number; readonly path: JsonPath; readonly text: string }
/** Where a part begins, and where its literal text ends. */
type TextPosition = { readonly source: Source; readonly at: number; readonly end: number }
type Stretch = { readonly from: number; readonly place: TextPosition; readonly length: number }

/**
 * The recently stored texts of a session. An answer is also a message and the report of its task, and briefs quote
 * messages: a text is stored where it appears first, and referred to later.
 */
export class KnownTexts {
  #places = new Map<string, TextPosition>()
  #base: KnownTexts | undefined
  /** Roughly how many characters the places keep in memory. */
  characters = 0

  /** `base` is what was stored before. An append that fails must leave no trace in it. */
  constructor(base?: KnownTexts) {
    this.#base = base
  }

  /** The pieces of a string, or undefined if nothing in it is known. Remembers its new text. */
  share(source: Source): readonly StoredText[] | undefined {
    const { text } = source
    if (text.length < SHORTEST) return undefined
    const starts = [0, ...Array.from(text.matchAll(BEGINNINGS), ({ index }) => index)]
    const stretches = this.#stretchesIn(text, starts)
    this.#note(source, starts, stretches)
    return stretches.length > 0 ? piecesOf(text, stretches) : undefined
  }

  /** Takes over what another instance learned on top of this one. */
  adopt(learned: KnownTexts): void {
    if (this.characters + learned.characters > MOST_IN_SESSION) {
      this.#places.clear()
      this.characters = 0
    }
    if (learned.characters > MOST_IN_SESSION) return
    this.characters += learned.characters
    for (const [key, place] of learned.#places) this.#set(key, place)
  }

  #stretchesIn(text: string, starts: readonly number[]): readonly Stretch[] {
    const found: Stretch[] = []
    let covered = 0
    for (const from of starts) {
      if (from < covered || from + KEY > text.length) continue
      const key = text.slice(from, from + KEY)
      const place = this.#places.get(key) ?? (this.#base ? this.#base.#places.get(key) : undefined)
      const length = place ? sharedLength(text, from, place) : 0
      if (!place || length < SHORTEST) continue
      found.push({ from, place, length })
      covered = from + length
    }
    return found
  }

  /** Only literal text of this event: a part never refers to another part. */
  #note(source: Source, starts: readonly number[], stretches: readonly Stretch[]): void {
    const rest = [...stretches]
    this.characters += source.text.length
    for (const at of starts) {
      while (rest[0] && at >= rest[0].from + rest[0].length) rest.shift()
      const end = rest[0]?.from ?? source.text.length
      if (end - at >= SHORTEST) this.#set(source.text.slice(at, at + KEY), { source, at, end })
    }
  }

  #set(key: string, place: TextPosition): void {
    this.#places.delete(key)
    this.#places.set(key, place)
    if (this.#places.size <= MOST_PLACES) return
    const [oldest] = this.#places.keys()
    if (oldest !== undefined) this.#places.delete(oldest)
  }
}

function sharedLength(text: string, from: number, { source, at, end }: TextPosition): number {
  const most = Math.min(end - at, text.length - from)
  let length = 0
  while (length < most && text.charCodeAt(from + length) === source.text.charCodeAt(at + length)) length += 1
  return length
}

function piecesOf(text: string, stretches: readonly Stretch[]): readonly StoredText[] {
  const pieces: StoredText[] = []
  let end = 0
  for (const { from, place, length } of stretches) {
    if (from > end) pieces.push(text.slice(end, from))
    pieces.push([place.source.seq, place.source.path, place.at, length])
    end = from + length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return pieces
}

/** The string at a path of an event's data. Throws if there is none. */
export function stringAt(data: Json, path: JsonPath): string {
  let value: unknown = data
  for (const key of path) value = (value as { [key: string | number]: unknown } | null)?.[key]
  if (typeof value !== 'string') throw new Error(`there is no text at ${path.join('.')}`)
  return value
}

/** A string from its pieces. `partOf` returns the text of a part. */
export const joined = (pieces: readonly StoredText[], partOf: (part: SharedPart) => string): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : partOf(piece))).join('')

const MOST_SESSIONS = 256
/** However many sessions are written to, their texts take about this much memory. */
const MOST_CHARACTERS = 16_000_000

/** The known texts of recently written sessions. Losing them only means that a text is stored again. */
export class RecentTexts {
  #sessions = new Map<SessionId, KnownTexts>()
  #characters = 0

  /** What is known about a session, with room for what an append adds. */
  of(session: SessionId): KnownTexts {
    return new KnownTexts(this.#sessions.get(session))
  }

  /** The append is durable: from now on its texts can be referred to. */
  stored(session: SessionId, learned: KnownTexts): void {
    const known = this.#sessions.get(session) ?? new KnownTexts()
    this.forget(session)
    known.adopt(learned)
    this.#sessions.set(session, known)
    this.#characters += known.characters
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MOST_SESSIONS && this.#characters <= MOST_CHARACTERS) return
      this.forget(oldest)
    }
  }

  forget(session: SessionId): void {
    this.#characters -= this.#sessions.get(session)?.characters ?? 0
    this.#sessions.delete(session)
  }
}
