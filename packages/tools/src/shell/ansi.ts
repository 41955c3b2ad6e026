import { doubt, type ShellSource } from './source.ts'
import type { WordUnit } from './syntax.ts'

const letters: { readonly [letter: string]: string } = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

const sequence =
  /\\(?:(?<octal>[0-7]{1,3})|x(?<hex>[0-9A-Fa-f]{1,2})|u(?<short>[0-9A-Fa-f]{1,4})|U(?<long>[0-9A-Fa-f]{1,8})|c(?<control>[\s\S])|(?<letter>[\s\S]))/g

/** `$'…'`: C escapes, decoded as in bash. A NUL ends the text. */
export function readAnsi(source: ShellSource, units: WordUnit[]): void {
  const start = source.at + 1
  let end = start
  while (end < source.text.length && source.text[end] !== "'") end += source.text[end] === '\\' ? 2 : 1
  if (end >= source.text.length) doubt(source, 'a quote that is not closed')
  units.push({ text: decode(source.text.slice(start, end)), kind: 'quoted' })
  source.at = Math.min(end + 1, source.text.length)
}

function decode(text: string): string {
  let decoded = ''
  let end = 0
  for (const match of text.matchAll(sequence)) {
    decoded += text.slice(end, match.index) + decodeOne(match[0], match.groups ?? {})
    end = match.index + match[0].length
  }
  decoded += text.slice(end)
  const nul = decoded.indexOf('\0')
  return nul < 0 ? decoded : decoded.slice(0, nul)
}

function decodeOne(whole: string, parts: { readonly [name: string]: string | undefined }): string {
  const { octal, control, letter } = parts
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
  if (control !== undefined) return String.fromCharCode(control.toUpperCase().charCodeAt(0) & 0x1f)
  if (letter !== undefined) return letters[letter] ?? ('\\\'"?'.includes(letter) ? letter : whole)
  return codePoint(Number.parseInt(parts.hex ?? parts.short ?? parts.long ?? '0', 16))
}

const codePoint = (code: number): string => (code > 0x10ffff ? '' : String.fromCodePoint(code))
