import type { Json } from '@convene/domain'
import { type FilePosition, type FindPosition, type KeyPath, positionAt } from './positions.ts'

/** Offsets of a value in the text, of its key, and of its children. */
export type Spot = {
  readonly key: number
  readonly start: number
  readonly end: number
  readonly inner: ReadonlyMap<string | number, Spot>
}

export type JsoncReading =
  | {
      readonly ok: true
      readonly value: Json
      readonly root: Spot
      readonly places: FindPosition
      readonly repeated: readonly KeyPath[]
    }
  | { readonly ok: false; readonly place: FilePosition; readonly message: string }

type Cursor = { readonly text: string; at: number; readonly repeated: KeyPath[] }
type Read = { readonly value: Json; readonly spot: Spot }
type Inner = { readonly value: Json; readonly inner: ReadonlyMap<string | number, Spot> }

const MAX_DEPTH = 64

/** Parses JSON with comments and trailing commas and records all positions. Never throws. */
export function readJsonc(text: string): JsoncReading {
  const cursor: Cursor = { text, at: text.startsWith('\ufeff') ? 1 : 0, repeated: [] }
  try {
    skipBlanks(cursor)
    const { value, spot } = readValue(cursor, [], cursor.at)
    skipBlanks(cursor)
    if (cursor.at < text.length) throw expected(cursor, 'the end of the file')
    return { ok: true, value, root: spot, places: placesIn(text, spot), repeated: cursor.repeated }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
    return { ok: false, place: positionAt(text, fault.offset), message: fault.message }
  }
}

/** The spot at a key path, or undefined. */
export function spotAt(root: Spot, path: KeyPath): Spot | undefined {
  return path.reduce<Spot | undefined>((spot, key) => spot?.inner.get(key), root)
}

class Fault extends Error {
  readonly offset: number
  constructor(offset: number, message: string) {
    super(message)
    this.offset = offset
  }
}

function expected(cursor: Cursor, what: string): Fault {
  const code = cursor.text.codePointAt(cursor.at)
  const found = code === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(code))
  return new Fault(cursor.at, `expected ${what}, found ${found}`)
}

function placesIn(text: string, root: Spot): FindPosition {
  return (path) => {
    let nearest = root
    for (const key of path) {
      const inner = nearest.inner.get(key)
      if (!inner) break
      nearest = inner
    }
    return positionAt(text, nearest.key)
  }
}

const nothing: ReadonlyMap<string, Spot> = new Map()

function readValue(cursor: Cursor, path: KeyPath, key: number): Read {
  if (path.length > MAX_DEPTH) throw new Fault(cursor.at, `nested more than ${MAX_DEPTH} levels deep`)
  const start = cursor.at
  const { value, inner } = readAny(cursor, path)
  return { value, spot: { key, start, end: cursor.at, inner } }
}

function readAny(cursor: Cursor, path: KeyPath): Inner {
  const character = cursor.text[cursor.at]
  if (character === '{') return readObject(cursor, path)
  if (character === '[') return readArray(cursor, path)
  return { value: character === '"' ? readString(cursor) : readWord(cursor), inner: nothing }
}

function readObject(cursor: Cursor, path: KeyPath): Inner {
  const value = new Map<string, Json>()
  const inner = new Map<string, Spot>()
  cursor.at++
  while (!closes(cursor, '}', inner.size)) {
    const at = cursor.at
    const key = readKey(cursor, inner.size)
    if (inner.has(key)) cursor.repeated.push([...path, key])
    const member = readValue(cursor, [...path, key], at)
    value.set(key, member.value)
    inner.set(key, member.spot)
  }
  return { value: Object.fromEntries(value), inner }
}

function readKey(cursor: Cursor, before: number): string {
  const at = cursor.at
  if (cursor.text[at] !== '"') throw expected(cursor, `a key in double quotes${before === 0 ? ' or "}"' : ''}`)
  const key = readString(cursor)
  if (key === '__proto__') throw new Fault(at, 'the key "__proto__" is not allowed')
  skipBlanks(cursor)
  if (cursor.text[cursor.at] !== ':') throw expected(cursor, '":"')
  cursor.at++
  skipBlanks(cursor)
  return key
}

function readArray(cursor: Cursor, path: KeyPath): Inner {
  const value: Json[] = []
  const inner = new Map<number, Spot>()
  cursor.at++
  while (!closes(cursor, ']', value.length)) {
    const element = readValue(cursor, [...path, value.length], cursor.at)
    inner.set(value.length, element.spot)
    value.push(element.value)
  }
  return { value, inner }
}

/** Moves to the next member, or past the closing bracket. A trailing comma is allowed. */
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
  const { text, at } = cursor
  let end = at + 1
  while (end < text.length && text[end] !== '"' && text.charCodeAt(end) >= 32) end += text[end] === '\\' ? 2 : 1
  if (text[end] !== '"') throw new Fault(at, 'expected a string that ends on its line, in double quotes')
  cursor.at = end + 1
  try {
    return JSON.parse(text.slice(at, end + 1)) as string
  } catch {
    throw new Fault(at, 'expected a string without unknown escapes after "\\"')
  }
}

function readWord(cursor: Cursor): Json {
  const pattern = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/uy
  pattern.lastIndex = cursor.at
  const word = pattern.exec(cursor.text)?.[0]
  if (word === undefined) throw expected(cursor, 'a value')
  cursor.at += word.length
  return JSON.parse(word) as Json
}

function skipBlanks(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    if (text.startsWith('//', cursor.at)) cursor.at = endOf(text, '\n', cursor.at) ?? text.length
    else if (text.startsWith('/*', cursor.at)) cursor.at = endOf(text, '*/', cursor.at + 2) ?? unclosed(cursor.at)
    else if (cursor.at < text.length && ' \t\r\n'.includes(text.charAt(cursor.at))) cursor.at++
    else return
  }
}

function endOf(text: string, mark: string, from: number): number | undefined {
  const found = text.indexOf(mark, from)
  return found < 0 ? undefined : found + mark.length
}

function unclosed(offset: number): never {
  throw new Fault(offset, 'expected "*/" at the end of this comment')
}
