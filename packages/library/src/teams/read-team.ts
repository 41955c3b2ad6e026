import { basename } from 'node:path'
import { type Json, nearestName, Team } from '@convene/domain'
import type { FileProblem } from '@convene/platform'
import { describeIssue, type FindPosition, type KeyPath, keyPathText, readJsonc } from '@convene/platform'
import { importInlineAgent } from '../agents/import-inline-agent.ts'
import { shortenLines } from './shorten-lines.ts'

type Fields = { readonly [key: string]: Json }
type Page = { readonly file: string; readonly places: FindPosition }

/** A team, or undefined if the file is not one. The problems say why, or what was ignored. */
export type TeamReading = { readonly team?: Team; readonly problems: readonly FileProblem[] }

/** Reads a team file. An unknown mode is a problem. */
export function readTeam(file: string, text: string, modes: readonly string[]): TeamReading {
  const reading = readJsonc(text)
  if (!reading.ok) return { problems: [{ ...problem({ file, places: () => reading.place }, [], reading.message) }] }
  const page = { file, places: reading.places }
  if (reading.value === null || typeof reading.value !== 'object' || Array.isArray(reading.value))
    return { problems: [problem(page, [], 'expected an object in braces.')] }
  const { fields, strangers } = knownFields(reading.value as Fields, page)
  const parsed = Team.safeParse(fields)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => describeIssue(issue, { value: fields, schema: Team }))
    return { problems: [...strangers, ...issues.map(({ path, message }) => problem(page, path, message))] }
  }
  const { mode } = parsed.data
  if (modes.includes(mode)) return { team: parsed.data, problems: strangers }
  return { problems: [...strangers, problem(page, ['mode'], unknownMode(mode, modes))] }
}

function knownFields(
  written: Fields,
  page: Page,
): { readonly fields: Fields; readonly strangers: readonly FileProblem[] } {
  const known = Object.keys(Team.shape)
  const entries = Object.entries(written).filter(([key]) => known.includes(key))
  const strangers = Object.keys(written).filter((key) => !known.includes(key))
  const cuts: FileProblem[] = []
  const adopt = (member: Json, path: KeyPath): Json => {
    const shortened = shortenLines(importInlineAgent(member), path)
    cuts.push(...shortened.cuts.map((cut) => tooLong(page, cut.path, cut.message)))
    return shortened.value
  }
  const fields = Object.fromEntries(entries.map(([key, value]) => [key, adopted(key, value, adopt)]))
  return {
    fields: { slug: basename(page.file).replace(/\.json$/u, ''), ...fields },
    strangers: [...strangers.map((key) => unknownKey(page, key, known)), ...cuts],
  }
}

function adopted(key: string, value: Json, adopt: (member: Json, path: KeyPath) => Json): Json {
  if (key === 'lead' || key === 'judge') return adopt(value, [key])
  return key === 'members' && Array.isArray(value) ? value.map((member, index) => adopt(member, [key, index])) : value
}

const tooLong = (page: Page, path: KeyPath, message: string): FileProblem => ({
  ...problem(page, path, message),
  severity: 'warning',
  code: 'too_long',
})

export function unknownMode(mode: string, modes: readonly string[]): string {
  const nearest = nearestName(mode, modes)
  return `unknown mode "${mode}".${nearest ? ` Did you mean "${nearest}"?` : ''} Modes: ${modes.join(', ')}.`
}

function unknownKey(page: Page, key: string, known: readonly string[]): FileProblem {
  const nearest = nearestName(key, known)
  const message = `unknown key, ignored.${nearest ? ` Did you mean "${nearest}"?` : ''}`
  return { ...problem(page, [key], message), severity: 'warning', code: 'unknown_key' }
}

function problem({ file, places }: Page, path: KeyPath, message: string): FileProblem {
  const key = keyPathText(path)
  return { severity: 'error', code: 'bad_team', file, ...places(path), ...(key ? { key } : {}), message }
}
