import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Result, refuse } from '@convene/domain'
import type { z } from 'zod'
import { RecordedPanel, RecordedVote } from './recorded-vote.ts'

/** Votes to replay, by these voters or by all. */
export type PanelVotes = {
  readonly set: string
  readonly lines: readonly RecordedVote[]
  readonly voters: readonly string[]
}

/** The votes in these files, each file a set. */
export async function readSets(
  files: readonly string[],
  wanted: readonly string[],
): Promise<Result<readonly PanelVotes[]>> {
  const sets: PanelVotes[] = []
  for (const file of files) {
    const read = await readPanel(file, wanted)
    if (!read.ok) return read
    sets.push(read.value)
  }
  return { ok: true, value: sets }
}

/** The panels listed in a file, with their votes: in this folder, or beside the list. */
export async function readPanels(list: string, folder = dirname(list)): Promise<Result<readonly PanelVotes[]>> {
  const panels = await readLines(list, RecordedPanel, 'a panel')
  if (!panels.ok) return panels
  const sets: PanelVotes[] = []
  for (const { name, file, voters } of panels.value) {
    const read = await readPanel(resolve(folder, file), voters)
    if (!read.ok) return read
    sets.push({ ...read.value, set: name })
  }
  return { ok: true, value: sets }
}

async function readPanel(file: string, wanted: readonly string[]): Promise<Result<PanelVotes>> {
  const lines = await readLines(file, RecordedVote, 'a decision')
  if (!lines.ok) return lines
  const known = [...new Set(lines.value.flatMap(({ votes }) => votes.map(({ voter }) => voter)))]
  const unknown = wanted.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    return refuse('unknown_voter', `${file} has no votes from ${unknown.join(', ')}. Voters: ${known.join(', ')}.`)
  return {
    ok: true,
    value: { set: lines.value[0]?.set ?? file, lines: lines.value, voters: wanted.length > 0 ? wanted : known },
  }
}

async function readLines<T extends z.ZodType>(
  file: string,
  schema: T,
  what: string,
): Promise<Result<readonly z.infer<T>[]>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (text instanceof Error) return refuse('bad_file', `Cannot read ${file}: ${text.message}.`)
  const lines: z.infer<T>[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = schema.safeParse(parsed(line))
    if (!read.success) return refuse('bad_file', `${file}:${index + 1} is not ${what}: ${problemOf(read.error)}.`)
    lines.push(read.data)
  }
  return lines.length > 0 ? { ok: true, value: lines } : refuse('bad_file', `${file} contains no ${what.slice(2)}s.`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const problemOf = ({ issues: [first] }: z.ZodError): string =>
  first && first.path.length > 0 ? `${first.path.join('.')}: ${first.message}` : 'invalid JSON object'
