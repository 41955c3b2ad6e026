import { readFile } from 'node:fs/promises'
import { type Ballot, cleanLine, meanOf, type Resolved, type Result, refuse, replay, shuffled } from '@convene/domain'
import { z } from 'zod'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printLines, printTable } from '../terminal/print.ts'

const Line = z.object({
  set: z.string().optional(),
  topic: z.string().default('general'),
  options: z.array(z.string()).optional(),
  truth: z.string(),
  votes: z.array(
    z.object({ voter: z.string(), option: z.string().nullable(), confidence: z.number().nullish() }).loose(),
  ),
})
type Line = z.infer<typeof Line>

const ORDERS = 5
const SEED = 1
/** Spreads the seeds, so `--seed 1` and `--seed 2` share no order. */
const SEED_STRIDE = 1_000

/** `convene decisions replay`: runs recorded votes through the voting rule, from a cold start. */
export async function replayVotes(program: Program, input: Input): Promise<number> {
  const wanted = (input.text('voters') ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const rows = []
  for (const file of input.words) {
    const lines = await readVotes(file)
    if (!lines.ok) return program.refuse(lines.refusal)
    const known = [...new Set(lines.value.flatMap(({ votes }) => votes.map(({ voter }) => voter)))]
    const unknown = wanted.filter((name) => !known.includes(name))
    if (unknown.length > 0) return program.refuse(unknownVoters(file, unknown, known))
    const voters = wanted.length > 0 ? wanted : known
    rows.push({ set: lines.value[0]?.set ?? file, voters, ...score(lines.value, voters, input) })
  }
  if (input.flag('json'))
    return printLines(
      program,
      rows.map((row) => JSON.stringify(row)),
    )
  return printTable(program, {
    titles: ['set', 'voters', 'decisions', 'accuracy', 'majority', 'Brier', 'calibration error', 'undecided'],
    rows: rows.map((row) => [
      cleanLine(row.set),
      String(row.voters.length),
      String(row.decisions),
      percent(row.accuracy),
      percent(row.majority.accuracy),
      row.brier.toFixed(3),
      row.ece.toFixed(3),
      row.undecided.toFixed(0),
    ]),
  })
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

function score(lines: readonly Line[], voters: readonly string[], input: Input) {
  const cases = lines.map((line) => resolved(line, voters)).filter(({ ballots }) => ballots.length > 0)
  const first = (input.number('seed') ?? SEED) * SEED_STRIDE
  const orders = Array.from({ length: input.number('orders') ?? ORDERS }, (_, order) => first + order)
  return meanOf(orders.map((seed) => replay(shuffled(cases, seed))))
}

function resolved({ topic, options, truth, votes }: Line, voters: readonly string[]): Resolved {
  const ballots = voters.flatMap((voter): readonly Ballot[] => {
    const vote = votes.find((each) => each.voter === voter)
    if (!vote || vote.option === null) return []
    return [{ voter, model: voter, option: vote.option, confidence: vote.confidence ?? null }]
  })
  return { topic, options: options?.length ?? null, truth, ballots }
}

async function readVotes(file: string): Promise<Result<readonly Line[]>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (text instanceof Error) return refuse('bad_file', `Cannot read ${file}: ${text.message}.`)
  const lines: Line[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const read = Line.safeParse(parsed(line))
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
