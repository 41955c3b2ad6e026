import type { Finding } from '../report.ts'
import { type BenchServer, type Measured, measure, median } from '../run-child.ts'

const SINGLE = { workload: 'single call', repeat: 500 }
const LOOP = { workload: 'plan, 4 members, synthesis, evaluation × 10', repeat: 8 }

/** Cost per call of a looping team, relative to a single call. Planning, dispatch and evaluation should be almost free. */
export async function loop(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const single: Measured[] = []
  const looped: Measured[] = []
  for (let round = 0; round < rounds; round++) {
    single.push(await measure(server, { contender: 'convene', model: 'parts50', ...SINGLE }))
    looped.push(await measure(server, { contender: 'convene', model: 'parts50', ...LOOP }))
  }
  const of = (seen: readonly Measured[], what: keyof Measured) => median(seen.map((one) => one[what]))
  const values = {
    single: { cpuMs: of(single, 'cpuMsPerCall'), wallMs: of(single, 'wallMsPerCall') },
    loop: { cpuMs: of(looped, 'cpuMsPerCall'), wallMs: of(looped, 'wallMsPerCall') },
  }
  return [
    {
      name: `${LOOP.workload}: CPU per call, relative to a single call`,
      ratio: values.loop.cpuMs / values.single.cpuMs,
      bar: 1.3,
      values,
    },
    { name: `${LOOP.workload}: commits per call`, ratio: of(looped, 'commitsPerCall'), bar: 3 },
  ]
}
