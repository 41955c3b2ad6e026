import type { Finding } from '../report.ts'
import { type BenchServer, type Measured, measure, median } from '../run-child.ts'

const CONTENDERS = ['raw fetch', 'doStream', 'streamText', 'convene'] as const
const WORKLOADS = [
  { workload: 'single call', repeat: 500 },
  { workload: '5-call loop', repeat: 40 },
  { workload: '4 agents × 6 rounds', repeat: 10 },
  { workload: '200 at once', repeat: 2 },
] as const

/** CPU and wall time per call, with everything enabled, compared with others making the same requests. Interleaved, medians. */
export async function calls(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  for (const { workload, repeat } of WORKLOADS) {
    const seen = new Map<string, Measured[]>(CONTENDERS.map((name) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const contender of CONTENDERS)
        seen.get(contender)?.push(await measure(server, { contender, workload, model: 'parts50', repeat }))
    findings.push(...compare(workload, seen))
  }
  return findings
}

function compare(workload: string, seen: ReadonlyMap<string, readonly Measured[]>): readonly Finding[] {
  const of = (name: string, what: keyof Measured) => median((seen.get(name) ?? []).map((one) => one[what]))
  const cpu = (name: string) => of(name, 'cpuMsPerCall')
  const values = Object.fromEntries(
    CONTENDERS.map((name) => [name, { cpuMs: cpu(name), wallMs: of(name, 'wallMsPerCall') }]),
  )
  return [
    {
      name: `${workload}: CPU per call, relative to streamText without a log`,
      ratio: cpu('convene') / cpu('streamText'),
      bar: 1,
      values,
    },
    {
      name: `${workload}: CPU per call, relative to raw fetch`,
      ratio: cpu('convene') / cpu('raw fetch'),
      aim: 3,
      values,
    },
    {
      name: `${workload}: CPU per call, relative to the provider alone`,
      ratio: cpu('convene') / cpu('doStream'),
      values,
    },
    {
      name: `${workload}: wall time per call, relative to raw fetch`,
      ratio: of('convene', 'wallMsPerCall') / of('raw fetch', 'wallMsPerCall'),
      values,
    },
    { name: `${workload}: commits per call`, ratio: of('convene', 'commitsPerCall'), bar: 3 },
  ]
}
