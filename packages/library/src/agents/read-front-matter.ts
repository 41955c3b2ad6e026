import { positionAt } from '@convene/platform'
import type { FrontMatter, FrontMatterFault, FrontMatterFields } from './front-matter.ts'
import { readPlainFields } from './read-plain-fields.ts'

const MAX_FRONT_MATTER = 32_000

/**
 * Splits a Markdown file into the fields between its `---` lines and the body after them. Never throws. `exact` is
 * slower, but also knows the position of each part of a field, for error messages.
 */
export async function readFrontMatter(written: string, precision: 'fast' | 'exact'): Promise<FrontMatter> {
  const text = written.replace(/^\ufeff/u, '').replaceAll('\r\n', '\n')
  const start = /^---[ \t]*\n/u.exec(text)?.[0].length
  if (start === undefined) return fault('expected a line "---" at the beginning, fields, and another line "---"')
  const end = /^---[ \t]*$/mu.exec(text.slice(start, start + MAX_FRONT_MATTER))
  if (!end) return fault(`expected a second line "---" within ${MAX_FRONT_MATTER} characters`)
  const fields = text.slice(start, start + end.index)
  const reading = (precision === 'fast' && readPlainFields(fields)) || (await readYaml(fields))
  if (!reading.ok) return { ...reading, place: { ...reading.place, line: reading.place.line + 1 } }
  const bodyStart = start + end.index + end[0].length
  const places: FrontMatterFields['places'] = (path) => {
    const place = reading.places(path)
    return { ...place, line: place.line + 1 }
  }
  const bodyPlace = { line: positionAt(text, bodyStart).line + 1, column: 1 }
  return { ok: true, fields: reading.fields, body: text.slice(bodyStart).trim(), bodyPlace, places }
}

/** Fields in YAML. Loaded only if a file needs it: most files, and all of ours, are simple enough. */
export async function readYaml(text: string): Promise<FrontMatterFields | FrontMatterFault> {
  const { readYamlFields } = await import('./read-yaml-fields.ts')
  return readYamlFields(text)
}

const fault = (message: string): FrontMatter => ({ ok: false, place: { line: 1, column: 1 }, message })
