import { readFile } from 'node:fs/promises'
import { type Result, refuse } from '@convene/domain'
import type { z } from 'zod'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printLines, printTable } from '../terminal/print.ts'
import { RecordedVote } from './recorded-vote.ts'
import { tableOf } from './replay-table.ts'
import { type ReplayedSet, replayedSet } from './replayed-set.ts'

/** `convene decisions replay`: runs recorded votes through the voting rules, from a cold start. */
export async function replayRecorded(program: Program, input: Input): Promise<number> {
  const wanted = (input.text('voters') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const sets: ReplayedSet[] = []
  for (const file of input.words) {
    const lines = await readVotes(file)
    if (!lines.ok) return program.refuse(lines.refusal)
    const known = [...new Set(lines.value.flatMap(({ votes }) => votes.map(({ voter }) => voter)))]
    const unknown = wanted.filter((name) => !known.includes(name))
    if (unknown.length > 0) return program.refuse(unknownVoters(file, unknown, known))
    const voters = wanted.length > 0 ? wanted : known
    const order = { orders: input.number('orders'), seed: input.number('seed') }
    sets.push(replayedSet({ set: lines.value[0]?.set ?? file, lines: lines.value, voters, ...order }))
  }
  if (!input.flag('json')) return printTable(program, tableOf(sets, input.flag('by-age')))
  return printLines(
    program,
    sets.map((set) => JSON.stringify(set)),
  )
}

async function readVotes(file: string): Promise<Result<readonly RecordedVote[]>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (text instanceof Error) return refuse('bad_file', `Cannot read ${file}: ${text.message}.`)
  const lines: RecordedVote[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = RecordedVote.safeParse(parsed(line))
    if (!read.success) return refuse('bad_file', `${file}:${index + 1} is not a decision: ${problemOf(read.error)}.`)
    lines.push(read.data)
  }
  return lines.length > 0 ? { ok: true, value: lines } : refuse('bad_file', `${file} contains no decisions.`)
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

function unknownVoters(file: string, unknown: readonly string[], known: readonly string[]) {
  return {
    code: 'unknown_voter',
    message: `${file} has no votes from ${unknown.join(', ')}. Voters: ${known.join(', ')}.`,
  }
}
