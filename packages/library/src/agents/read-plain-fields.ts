import type { Json } from '@convene/domain'
import type { FrontMatterFields } from './front-matter.ts'

/**
 * Reads fields that take one plain line each: words, numbers, true and false, quoted text without escapes, lists of
 * words, and one object around such lists. Anything else is undefined and left to the YAML reader. If both can read a
 * text, they return the same fields. This one exists because loading the other takes as long as the rest of the
 * start-up.
 */
export function readPlainFields(text: string): FrontMatterFields | undefined {
  const fields: [string, Json][] = []
  const lines: { readonly [key: string]: number } = {}
  for (const [index, line] of text.split(/\r?\n/u).entries()) {
    if (/^\s*$|^#/u.test(line)) continue
    const match = /^(?<key>[A-Za-z][\w-]*): +(?<value>\S.*?) *$/u.exec(line)
    const value = match?.groups ? readScalar(match.groups.value as string) : undefined
    const key = match?.groups?.key as string
    if (value === undefined || Object.hasOwn(lines, key)) return undefined
    fields.push([key, value])
    Object.assign(lines, { [key]: index + 1 })
  }
  const places: FrontMatterFields['places'] = ([key]) => ({ line: lines[String(key)] ?? 1, column: 1 })
  return { ok: true, fields: Object.fromEntries(fields), places }
}

function readScalar(text: string): Json | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/u.test(text)) return Number(text)
  if (/^"[^"\\\p{Cc}]*"$/u.test(text)) return text.slice(1, -1)
  if (text.startsWith('[')) return readWords(text)
  if (text.startsWith('{')) return readObject(text)
  return isPlain(text) ? text : undefined
}

function isPlain(text: string): boolean {
  if (/^(?:true|false|null)$/iu.test(text)) return false
  return /^[\p{L}\p{Extended_Pictographic}]/u.test(text) && !/: |:$| #|\p{Cc}/u.test(text)
}

const word = '(?:[A-Za-z][\\w-]*|"[^"\\\\,\\p{Cc}]*")'
const words = `\\[ ?(?:${word}(?:, ?${word})*)? ?\\]`
const entry = `(?<key>${word}): (?<value>${words}|${word})`
const unnamed = `${word}: (?:${words}|${word})`

function readWords(text: string): Json | undefined {
  if (!new RegExp(`^${words}$`, 'u').test(text)) return undefined
  const items = text.slice(1, -1).trim()
  return items === '' ? [] : allRead(items.split(/, ?/u).map(readScalar))
}

function readObject(text: string): Json | undefined {
  if (!new RegExp(`^\\{ ?${unnamed}(?:, ?${unnamed})* ?\\}$`, 'u').test(text)) return undefined
  const entries = [...text.matchAll(new RegExp(entry, 'gu'))].map(
    ({ groups }) => groups as { key: string; value: string },
  )
  const keys = allRead(entries.map(({ key }) => readScalar(key)))
  const values = allRead(entries.map(({ value }) => readScalar(value)))
  if (!keys || !values || new Set(keys).size < keys.length || keys.includes('__proto__')) return undefined
  return Object.fromEntries(keys.map((key, index) => [String(key), values[index] as Json]))
}

const allRead = (values: readonly (Json | undefined)[]): readonly Json[] | undefined =>
  values.every((value) => value !== undefined) ? (values as readonly Json[]) : undefined
