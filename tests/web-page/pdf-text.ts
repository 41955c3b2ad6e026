import { inflateSync } from 'node:zlib'

/**
 * The text of a PDF written by Chromium, without spaces, because word ends are drawn and not written. Supports only
 * what such files use: plain objects, compressed streams, and fonts that say which character each glyph stands for.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsIn(file.toString('latin1'))
  const fonts = fontsIn(objects)
  const pages = [...objects.values()].filter(({ head }) => /\/Type\s*\/Page\b/u.test(head))
  return pages.map((page) => pageText(page.head, objects, fonts)).join('')
}

type PdfObject = { readonly head: string; readonly stream: string }
type Objects = ReadonlyMap<string, PdfObject>
type Glyphs = ReadonlyMap<string, string>

function objectsIn(text: string): Objects {
  const found = new Map<string, PdfObject>()
  for (const { 1: number = '', 2: head = '', 3: kind, 0: whole, index } of text.matchAll(OBJECT)) {
    const start = index + whole.length
    const length = Number(/\/Length (\d+)/u.exec(head)?.[1] ?? 0)
    const raw = kind === 'endobj' ? '' : text.slice(start, start + length)
    const isPacked = raw !== '' && head.includes('/FlateDecode')
    found.set(number, { head, stream: isPacked ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw })
  }
  return found
}

/** An object's number and head, up to its end or to the bytes that follow. */
const OBJECT = /(?:^|\n)(\d+) 0 obj\s([\s\S]*?)(endobj|stream\r?\n)/gu

/** What each glyph of each font stands for, by the number of the font's object. */
function fontsIn(objects: Objects): ReadonlyMap<string, Glyphs> {
  const fonts = new Map<string, Glyphs>()
  for (const [number, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/u.exec(head)?.[1]
    if (map) fonts.set(number, glyphsIn(objects.get(map)?.stream ?? ''))
  }
  return fonts
}

function glyphsIn(map: string): Glyphs {
  const glyphs = new Map<string, string>()
  for (const [, pairs = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/gu))
    for (const [, from = '', to = ''] of pairs.matchAll(/<([0-9a-f]+)>\s*<([0-9a-f]+)>/giu))
      glyphs.set(from.toLowerCase(), characters(to))
  for (const [, ranges = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/gu))
    for (const [, from = '', to = '', start = ''] of ranges.matchAll(
      /<([0-9a-f]+)>\s*<([0-9a-f]+)>\s*<([0-9a-f]+)>/giu,
    ))
      for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1)
        glyphs.set(
          code.toString(16).padStart(from.length, '0'),
          String.fromCodePoint(Number.parseInt(start, 16) + code - Number.parseInt(from, 16)),
        )
  return glyphs
}

const characters = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/gu) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** A font numbers its glyphs with two or four digits. */
function charactersOf(hex: string, glyphs: Glyphs): string {
  const digits = glyphs.keys().next().value?.length ?? 4
  const codes = Array.from({ length: hex.length / digits }, (_, place) =>
    hex.slice(place * digits, (place + 1) * digits),
  )
  return codes.map((code) => glyphs.get(code) ?? '').join('')
}

function pageText(page: string, objects: Objects, fonts: ReadonlyMap<string, Glyphs>): string {
  const resources = /\/Resources (\d+) 0 R/u.exec(page)?.[1]
  const named = new Map(
    [...(resources ? (objects.get(resources)?.head ?? '') : page).matchAll(/\/(F\d+) (\d+) 0 R/gu)].map(
      ([, name = '', number = '']) => [name, fonts.get(number)],
    ),
  )
  const content = /\/Contents (\d+) 0 R/u.exec(page)?.[1] ?? ''
  let glyphs: Glyphs | undefined
  let text = ''
  for (const [, font, hex] of (objects.get(content)?.stream ?? '').matchAll(/\/(F\d+) [\d.-]+ Tf|<([0-9A-Fa-f]+)>/gu)) {
    if (font) glyphs = named.get(font)
    else if (glyphs && hex) text += charactersOf(hex.toLowerCase(), glyphs)
  }
  return text.replaceAll(/\s+/gu, '')
}
