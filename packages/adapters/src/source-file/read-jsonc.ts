import type { Json } from '@convene/domain'
import { type KeyPath, type Place, type Places, placeAt } from './places.ts'

/** Offsets of a value in the text, and of the key that it stands under. */
export type Span = { readonly key: number; readonly start: number; readonly end: number }

export type JsoncReading =
  | {
      readonly ok: true
      readonly value: Json
      readonly places: Places
      readonly spans: ReadonlyMap<string, Span>
      readonly repeated: readonly KeyPath[]
    }
  | { readonly ok: false; readonly place: Place; readonly message: string }

type Cursor = { readonly text: string; at: number; readonly spans: Map<string, Span>; readonly repeated: KeyPath[] }

const MAX_DEPTH = 64

/** Reads JSON with comments and trailing commas, and remembers where every key stands. Never throws. */
export function readJsonc(text: string): JsoncReading {
  const cursor: Cursor = { text, at: text.startsWith('\ufeff') ? 1 : 0, spans: new Map(), repeated: [] }
  try {
    skipBlanks(cursor)
    const value = readValue(cursor, [], cursor.at)
    skipBlanks(cursor)
    if (cursor.at < text.length) throw expected(cursor, 'the end of the file')
    return { ok: true, value, places: placesIn(text, cursor.spans), spans: cursor.spans, repeated: cursor.repeated }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { ok: false, place: placeAt(text, fault.offset), message: fault.message }
  }
}

/** The one name of a path in `spans`. */
export const spanKey = (path: KeyPath): string => path.join('\u0000')

class Fault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

function expected(cursor: Cursor, what: string): Fault {
  const character = cursor.text.slice(cursor.at).match(/^./su)?.[0]
  const found = character === undefined ? 'the end of the file' : JSON.stringify(character)
  return new Fault(cursor.at, `expected ${what}, found ${found}`)
}

function placesIn(text: string, spans: ReadonlyMap<string, Span>): Places {
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const span = spans.get(spanKey(path.slice(0, length)))
      if (span) return placeAt(text, span.key)
    }
    return placeAt(text, spans.get('')?.start ?? 0)
  }
}

function readValue(cursor: Cursor, path: KeyPath, key: number): Json {
  if (path.length > MAX_DEPTH) throw new Fault(cursor.at, `nested more than ${MAX_DEPTH} levels deep`)
  const start = cursor.at
  const value = readAny(cursor, path)
  cursor.spans.set(spanKey(path), { key, start, end: cursor.at })
  return value
}

function readAny(cursor: Cursor, path: KeyPath): Json {
  const character = cursor.text[cursor.at]
  if (character === '{') return readObject(cursor, path)
  if (character === '[') return readArray(cursor, path)
  if (character === '"') return readString(cursor)
  return readWord(cursor)
}

function readObject(cursor: Cursor, path: KeyPath): Json {
  const members: [string, Json][] = []
  cursor.at++
  while (!closes(cursor, '}', members.length)) {
    if (cursor.text[cursor.at] !== '"')
      throw expected(cursor, members.length ? 'a key in double quotes' : 'a key in double quotes or "}"')
    const at = cursor.at
    const key = readString(cursor)
    if (key === '__proto__') throw new Fault(at, 'the key "__proto__" is not allowed')
    skipBlanks(cursor)
    if (cursor.text[cursor.at] !== ':') throw expected(cursor, '":"')
    cursor.at++
    skipBlanks(cursor)
    if (members.some(([name]) => name === key)) cursor.repeated.push([...path, key])
    members.push([key, readValue(cursor, [...path, key], at)])
  }
  return Object.fromEntries(members)
}

function readArray(cursor: Cursor, path: KeyPath): Json {
  const elements: Json[] = []
  cursor.at++
  while (!closes(cursor, ']', elements.length)) elements.push(readValue(cursor, [...path, elements.length], cursor.at))
  return elements
}

/** Moves to the next member, or behind the closing bracket. A comma may stand before it. */
function closes(cursor: Cursor, bracket: '}' | ']', count: number): boolean {
  skipBlanks(cursor)
  if (count > 0 && cursor.text[cursor.at] === ',') {
    cursor.at++
    skipBlanks(cursor)
  } else if (count > 0 && cursor.text[cursor.at] !== bracket) {
    throw expected(cursor, `"," or "${bracket}"`)
  }
  if (cursor.text[cursor.at] !== bracket) return false
  cursor.at++
  return true
}

function readString(cursor: Cursor): string {
  const match = sticky(/"(?:[^"\\\p{Cc}]|\\.|[\u007f-\u009f])*"/uy, cursor)
  if (match === undefined) throw new Fault(cursor.at, 'expected a string that ends on its line, in double quotes')
  try {
    return JSON.parse(match) as string
  } catch {
    throw new Fault(cursor.at - match.length, 'expected a string without unknown escapes after "\\"')
  }
}

function readWord(cursor: Cursor): Json {
  const match = sticky(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/uy, cursor)
  if (match === undefined) throw expected(cursor, 'a value')
  return JSON.parse(match) as Json
}

function skipBlanks(cursor: Cursor): void {
  sticky(/(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/uy, cursor)
  if (cursor.text.startsWith('/*', cursor.at)) throw new Fault(cursor.at, 'expected "*/" at the end of this comment')
}

function sticky(pattern: RegExp, cursor: Cursor): string | undefined {
  pattern.lastIndex = cursor.at
  const match = pattern.exec(cursor.text)?.[0]
  if (match !== undefined) cursor.at += match.length
  return match
}
