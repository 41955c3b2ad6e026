import { statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { modes } from '@convene/domain'
import { squadOptions, squadReader } from '@convene/host'
import { findSquad, type ListedTeam, type PresetsReading, readPresets, readTeamFile } from '@convene/library'
import { type FileProblem, readSourceFile } from '@convene/platform'
import type { CliProgram } from '../program.ts'

/** The team at a path, if any, with its problems and warnings. */
export type TeamAt = { readonly listed?: ListedTeam; readonly problems: readonly FileProblem[] }

/** Reads a team from a file, a Squad folder, or a folder that contains one. */
export async function readTeamAt(program: CliProgram, place: string): Promise<TeamAt> {
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) {
    const { team, problems } = readTeamFile(place, Object.keys(modes))
    return { problems, ...(team && { listed: { ...unlisted(place), team, source: 'file' } }) }
  }
  const isSquad = statSync(join(place, 'team.md'), { throwIfNoEntry: false }) !== undefined
  const folder = isSquad ? place : findSquad(place)
  if (folder === undefined) return { problems: [] }
  const { team, problems } = (await squadReader(program))(folder, isSquad ? dirname(place) : place)
  return { problems, ...(team && { listed: { ...unlisted(folder), team, source: 'squad' } }) }
}

/** The teams of a PolyPilot file, if the path is one. */
export async function presetsAt(program: CliProgram, place: string): Promise<PresetsReading | undefined> {
  if (!place.endsWith('.json')) return undefined
  const found = readSourceFile(place, { maxBytes: 1_000_000 })
  return found.state === 'read' ? readPresets(place, found.text, await squadOptions(program)) : undefined
}

const unlisted = (path: string) => ({ file: path, path: path || basename(path), shadows: [], warnings: [] })
