import { placeAt } from '../source-file/places.ts'
import type { Fields, FrontMatter } from './front-matter.ts'
import { readPlainFields } from './read-plain-fields.ts'

const MAX_FRONT_MATTER = 32_000

/** Splits a Markdown file into the fields between its `---` lines and the body after them. Never throws. */
export async function readFrontMatter(text: string): Promise<FrontMatter> {
  const match = /^\ufeff?---[ \t]*\r?\n(?<fields>(?:[^\n]*\n)*?)---[ \t]*(?:\r?\n|$)/u.exec(text)
  if (!match) return fault('expected a line "---", fields, and a line "---" at the beginning of the file')
  const fields = match.groups?.fields ?? ''
  if (fields.length > MAX_FRONT_MATTER) return fault(`the fields are longer than ${MAX_FRONT_MATTER} characters`)
  const reading = readPlainFields(fields) ?? (await readYaml(fields))
  if (!reading.ok) return { ...reading, place: { ...reading.place, line: reading.place.line + 1 } }
  const body = text.slice(match[0].length).replaceAll('\r\n', '\n').trim()
  const places: Fields['places'] = (path) => {
    const place = reading.places(path)
    return { ...place, line: place.line + 1 }
  }
  const { line } = placeAt(text, match[0].length)
  return { ok: true, fields: reading.fields, body, bodyPlace: { line, column: 1 }, places }
}

/** Loaded only where a file needs it: most, and all of ours, are plain enough. */
async function readYaml(text: string) {
  const { readYamlFields } = await import('./read-yaml-fields.ts')
  return readYamlFields(text)
}

const fault = (message: string): FrontMatter => ({ ok: false, place: { line: 1, column: 1 }, message })
