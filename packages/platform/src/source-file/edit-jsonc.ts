import { type Json, ok, type Result, refuse } from '@convene/domain'
import { readJsonc, type Spot, spotAt } from './read-jsonc.ts'

type Keys = readonly string[]

/** Sets one value in a text, or removes it if the value is undefined. Comments and layout stay as they are. */
export function editJsonc(text: string, path: Keys, value: Json | undefined): Result<string> {
  const source = text.trim() === '' ? '{}\n' : text
  const reading = readJsonc(source)
  if (!reading.ok) return refuse('malformed', reading.message)
  const spot = spotAt(reading.root, path)
  if (value === undefined) return ok(spot ? remove(source, spot) : source)
  if (spot) return ok(splice(source, spot.start, spot.end, layout(value, indentAt(source, spot.key))))
  let depth = path.length - 1
  while (!spotAt(reading.root, path.slice(0, depth))) depth--
  const around = spotAt(reading.root, path.slice(0, depth)) as Spot
  if (source[around.start] !== '{') return refuse('malformed', `${path.slice(0, depth).join('.')} is not an object`)
  const nested = path.slice(depth + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
  return ok(insert(source, around, path[depth] as string, nested))
}

function insert(source: string, around: Spot, key: string, value: Json): string {
  const last = [...around.inner.values()].at(-1)
  const indent = last ? indentAt(source, last.key) : `${indentAt(source, around.start)}  `
  const close = around.end - 1
  const before = source.slice(0, close).trimEnd()
  const head = last && !hasComma(source.slice(last.end, close)) ? splice(before, last.end, last.end, ',') : before
  const member = `\n${indent}${JSON.stringify(key)}: ${layout(value, indent)}`
  return `${head}${member}\n${indentAt(source, around.start)}${source.slice(close)}`
}

function remove(source: string, spot: Spot): string {
  const comma = commaBehind.exec(source.slice(spot.end))
  const end = comma ? spot.end + comma[0].length : spot.end
  const start = comma ? spot.key : source.slice(0, spot.key).replace(/,\s*$/u, '').length
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const isAlone = source.slice(lineStart, start).trim() === '' && /^[ \t]*\r?\n/u.test(source.slice(end))
  return isAlone ? splice(source, lineStart, source.indexOf('\n', end) + 1, '') : splice(source, start, end, '')
}

/** Each comment matches in exactly one way: with two, a long row of comments would take exponential time. */
const commaBehind = /^(?:\s|\/\/[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*,/u

const hasComma = (between: string): boolean => between.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, '').includes(',')

const splice = (text: string, start: number, end: number, added: string): string =>
  text.slice(0, start) + added + text.slice(end)

function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/u.exec(line)?.[0] ?? ''
}

const layout = (value: Json, indent: string): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
