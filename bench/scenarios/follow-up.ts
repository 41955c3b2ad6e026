import type { Finding } from '../report.ts'
import { type BenchServer, measure, median } from '../run-child.ts'

const WORKLOAD = { workload: 'turn at 2,000 messages', model: 'parts20', repeat: 100 }

/** One more turn of a long conversation through the whole engine, compared with sending the same messages by hand. */
export async function followUp(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const raw: number[] = []
  const convene: number[] = []
  const commits: number[] = []
  for (let round = 0; round < rounds; round++) {
    raw.push((await measure(server, { ...WORKLOAD, contender: 'raw fetch' })).cpuMsPerCall)
    const ours = await measure(server, { ...WORKLOAD, contender: 'convene' })
    convene.push(ours.cpuMsPerCall)
    commits.push(ours.commitsPerCall)
  }
  return [
    {
      name: `${WORKLOAD.workload}: CPU per call, relative to raw fetch`,
      ratio: median(convene) / median(raw),
      aim: 2,
      values: { raw: { cpuMs: median(raw) }, convene: { cpuMs: median(convene) } },
    },
    { name: `${WORKLOAD.workload}: commits per call`, ratio: median(commits), bar: 3.5 },
  ]
}
