import { type Json, ok, type Result, refuse } from '@convene/domain'
import { type JsoncReading, readJsonc, type Span, spanKey } from './read-jsonc.ts'

type Read = Extract<JsoncReading, { ok: true }>
type Keys = readonly string[]

/** Sets one value in a text, or takes it out where the value is undefined. Comments and layout stay as they are. */
export function editJsonc(text: string, path: Keys, value: Json | undefined): Result<string> {
  const reading = readJsonc(text.trim() === '' ? '{}' : text)
  if (!reading.ok) return refuse('malformed', reading.message)
  const source = text.trim() === '' ? '{}\n' : text
  const span = reading.spans.get(spanKey(path))
  if (value === undefined) return ok(span ? remove(source, span) : source)
  if (span) return ok(splice(source, span.start, span.end, layout(value, indentAt(source, span.key))))
  return insert(source, reading, path, value)
}

function insert(source: string, reading: Read, path: Keys, value: Json): Result<string> {
  let depth = path.length - 1
  while (!reading.spans.has(spanKey(path.slice(0, depth)))) depth--
  const around = reading.spans.get(spanKey(path.slice(0, depth))) as Span
  if (source[around.start] !== '{') return refuse('malformed', `${path.slice(0, depth).join('.')} is not an object`)
  const nested = path.slice(depth + 1).reduceRight<Json>((inner, key) => ({ [key]: inner }), value)
  const members = [...reading.spans.values()].filter((span) => isMember(span, around, reading))
  const last = members.at(-1)
  const indent = last ? indentAt(source, last.key) : `${indentAt(source, around.start)}  `
  const close = around.end - 1
  const before = source.slice(0, close).trimEnd()
  const comma = last && !hasComma(source, last.end, close) ? splice(before, last.end, last.end, ',') : before
  const member = `\n${indent}${JSON.stringify(path[depth])}: ${layout(nested, indent)}`
  return ok(`${comma}${member}\n${indentAt(source, around.start)}${source.slice(close)}`)
}

/** A direct member: no other value lies around it but the object itself. */
function isMember(span: Span, around: Span, { spans }: Read): boolean {
  const within = (inner: Span, outer: Span) => inner !== outer && inner.start >= outer.start && inner.end <= outer.end
  return within(span, around) && ![...spans.values()].some((other) => within(span, other) && within(other, around))
}

function remove(source: string, span: Span): string {
  const comma = /^(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*?,/u.exec(source.slice(span.end))
  const end = comma ? span.end + comma[0].length : span.end
  const start = comma ? span.key : source.slice(0, span.key).replace(/,\s*$/u, '').length
  const lineStart = source.lastIndexOf('\n', start - 1) + 1
  const blank = source.slice(lineStart, start).trim() === '' && /^[ \t]*\r?\n/u.test(source.slice(end))
  return blank ? splice(source, lineStart, source.indexOf('\n', end) + 1, '') : splice(source, start, end, '')
}

function hasComma(source: string, from: number, to: number): boolean {
  const between = source.slice(from, to).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, '')
  return between.includes(',')
}

const splice = (text: string, start: number, end: number, added: string): string =>
  text.slice(0, start) + added + text.slice(end)

function indentAt(source: string, offset: number): string {
  const line = source.slice(source.lastIndexOf('\n', offset - 1) + 1, offset)
  return /^[ \t]*/u.exec(line)?.[0] ?? ''
}

const layout = (value: Json, indent: string): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)
