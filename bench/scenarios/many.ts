import type { Finding } from '../report.ts'
import { type BenchServer, type Measured, measure, median } from '../run-child.ts'

const SECONDS_A_CALL = 2

/** 200 parallel sessions: does one process keep up with slow answers, and how many fast calls can it make per second? */
export async function many(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const slow: Measured[] = []
  const quick: Measured[] = []
  const floor: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    slow.push(
      await measure(server, { contender: 'convene', workload: '200 at once', model: 'parts100-over2000', repeat: 1 }),
    )
    quick.push(
      await measure(server, { contender: 'convene', workload: '200 loops of 5', model: 'parts50-after20', repeat: 1 }),
    )
    floor.push(
      await measure(server, { contender: 'doStream', workload: '200 loops of 5', model: 'parts50-after20', repeat: 1 }),
    )
  }
  const wall = median(slow.map(({ wallMs }) => wallMs))
  const rate = (all: readonly Measured[]) => median(all.map(({ callsPerSecond }) => callsPerSecond))
  return [
    {
      name: '200 sessions, answers of 100 parts over 2 s: wall time relative to the ideal',
      ratio: wall / (SECONDS_A_CALL * 1_000),
      bar: 1.1,
      values: { wallMs: wall },
    },
    {
      name: '200 sessions, 20 ms latency: calls per second, relative to 200 loops of the provider alone',
      ratio: rate(quick) / rate(floor),
      atLeast: 0.7,
      values: { convene: rate(quick), doStream: rate(floor) },
    },
  ]
}
