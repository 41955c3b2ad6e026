import { estimateTokens, items, type ModelRequest } from '@convene/domain'
import type { Finding } from '../report.ts'
import { type BenchServer, type Measured, measure, median } from '../run-child.ts'
import { debated } from './panel/debate.ts'

const SECONDS_A_CALL = 2
/** Clarify, topic, the blind round, two turns, the final positions, the report twice: one after another. */
const CALLS_IN_ORDER = 8

/** 200 panels in one process, and how much of their input a provider has already cached. */
export async function panel(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const seen: Measured[] = []
  for (let round = 0; round < rounds; round++)
    seen.push(
      await measure(server, { contender: 'convene', workload: '200 panels', model: 'parts20-over2000', repeat: 1 }),
    )
  const wall = median(seen.map(({ wallMs }) => wallMs))
  return [
    {
      name: '200 panels, answers of 20 parts over 2 s: wall time relative to the ideal',
      ratio: wall / (CALLS_IN_ORDER * SECONDS_A_CALL * 1_000),
      bar: 1.15,
      values: { wallMs: wall, cpuMsPerCall: median(seen.map(({ cpuMsPerCall }) => cpuMsPerCall)) },
    },
    {
      name: '200 panels at once: most memory of the process, in MiB',
      ratio: Math.max(...seen.map(({ memoryMiB }) => memoryMiB)),
    },
    await keptKiB(server),
    await prefixShare(30),
    await prefixShare(50),
  ]
}

/** For `discuss` with 33 calls, after a checkpoint. */
async function keptKiB(server: BenchServer): Promise<Finding> {
  const job = { contender: 'convene', workload: 'panel, 33 calls', model: 'parts20', repeat: 8 }
  const { keptKiB: ratio } = await measure(server, job)
  return { name: 'KiB kept for a panel of 33 calls', ratio, bar: 90, aim: 60 }
}

/** The share of input tokens that match the start of the agent's previous request, relative to the maximum possible. */
async function prefixShare(turns: number): Promise<Finding> {
  const { requests, steps } = await debated(turns)
  let input = 0
  let prefix = 0
  let possible = 0
  const before = new Map<string, ModelRequest>()
  for (const [index, request] of requests.entries()) {
    const previous = before.get(request.agent)
    before.set(request.agent, request)
    input += tokensOf(textsOf(request))
    if (!previous) continue
    prefix += tokensOf(shared(textsOf(previous), textsOf(request)))
    possible += steps.has(index) ? tokensOf([request.system]) : tokensOf(textsOf(previous))
  }
  return {
    name: `a panel of ${turns} turns: input that matches the previous request, relative to the maximum possible`,
    ratio: prefix / possible,
    atLeast: 0.98,
    values: {
      shareOfInput: prefix / input,
      bestPossible: possible / input,
      requests: requests.length,
      windowSteps: steps.size,
    },
  }
}

const textsOf = ({ system, tools, lines }: ModelRequest): readonly string[] => [
  system,
  ...(tools.length > 0 ? [JSON.stringify(tools)] : []),
  ...[...items(lines)].map((line) => JSON.stringify(line)),
]

const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + estimateTokens(text), 0)

function shared(one: readonly string[], other: readonly string[]): readonly string[] {
  const end = one.findIndex((text, index) => text !== other[index])
  return end < 0 ? one : one.slice(0, end)
}
