import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type BenchServer, type Measured, measure, median, startServer } from '../run-child.ts'
import { coldStarts } from './cold-start.ts'
import { installPeers, peers } from './install.ts'
import { WORK } from './work.ts'

/**
 * `npm run bench:peers` does the same work with Convene and its peers, and writes the guide's table. With names of
 * contenders, it measures only those, and prints the table.
 */
const RAW = 'raw fetch'
const ALL = ['raw fetch + SQLite', 'convene', 'OpenAI Agents', 'streamText', 'LangGraph.js', 'Mastra']
const chosen = process.argv.slice(2)
const CONTENDERS = chosen.length > 0 ? ALL.filter((name) => chosen.includes(name)) : ALL
/** The others take minutes to get this far. */
const LONG = { workload: 'turn at 2,000 messages', contenders: ['raw fetch + SQLite', 'convene'] }

type Ratios = { readonly median: number; readonly low: number; readonly high: number }
type Line = { readonly name: string; readonly raw: number; readonly ratios: ReadonlyMap<string, Ratios> }

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
if (chosen.length === 0) installPeers()
const server = await startServer()
const lines: Line[] = []
const seen = new Map<string, (Measured & { readonly workload: string })[]>()
for (const work of WORK) {
  console.error(`Measuring ${work.name} …`)
  lines.push(await comparedWork(server, work))
  write(tableOf(lines))
}
console.error('Measuring cold starts …')
const cold = await coldStarts(server)
for (const contender of [RAW, ...CONTENDERS]) await cold.measure(contender)
lines.push(await compared('first call of a new process', CONTENDERS, cold.measure))
write(tableOf(lines))
cold.close()
server.close()

function comparedWork(on: BenchServer, { name, ...job }: (typeof WORK)[number]): Promise<Line> {
  const isLong = job.workload === LONG.workload
  const contenders = CONTENDERS.filter((contender) => !isLong || LONG.contenders.includes(contender))
  return compared(name, contenders, async (contender) => {
    const measured = await measure(on, { ...job, contender })
    if (contender !== RAW)
      seen.set(contender, [...(seen.get(contender) ?? []), { ...measured, workload: job.workload }])
    return measured.cpuMsPerCall
  })
}

/** All contenders take turns, so other load on the machine affects all of them. Ratios are per round. */
async function compared(
  name: string,
  contenders: readonly string[],
  cpuMsOf: (contender: string) => Promise<number>,
): Promise<Line> {
  const raws: number[] = []
  const ratios = new Map<string, number[]>(CONTENDERS.map((contender) => [contender, []]))
  for (let round = 0; round < rounds; round++) {
    const raw = await cpuMsOf(RAW)
    raws.push(raw)
    for (const contender of contenders) ratios.get(contender)?.push((await cpuMsOf(contender)) / raw)
  }
  const summed = [...ratios].map(([contender, all]) => [contender, quartilesOf(all)] as const)
  return { name, raw: median(raws), ratios: new Map(summed) }
}

function quartilesOf(values: readonly number[]): Ratios {
  const sorted = values.toSorted((one, other) => one - other)
  const last = sorted.length - 1
  return {
    median: median(values),
    low: sorted[Math.floor(last * 0.25)] ?? Number.NaN,
    high: sorted[Math.ceil(last * 0.75)] ?? Number.NaN,
  }
}

function tableOf(measured: readonly Line[]): string {
  const cell = ({ median: middle, low, high }: Ratios) =>
    Number.isNaN(low) ? '–' : `${middle.toFixed(1)} (${low.toFixed(1)}–${high.toFixed(1)})`
  const rows = measured.map(({ name, raw, ratios }) => {
    const cells = CONTENDERS.map((contender) => cell(ratios.get(contender) as Ratios))
    return `| ${name} | ${raw.toFixed(2)} ms | ${cells.join(' | ')} |`
  })
  const memory = CONTENDERS.map((name) =>
    Math.max(...(seen.get(name) ?? []).map(({ memoryMiB }) => memoryMiB)).toFixed(0),
  )
  const keptFor = (panel: string) =>
    CONTENDERS.map((name) => {
      const panels = (seen.get(name) ?? []).filter(({ workload }) => workload === panel)
      const kib = panels.length > 0 ? median(panels.map(({ keptKiB }) => keptKiB)) : 0
      return kib > 0 ? kib.toFixed(0) : '–'
    })
  const titles = CONTENDERS.map((name) => ({ convene: 'Convene', streamText: 'AI SDK' })[name as string] ?? name)
  return [
    `Node ${process.versions.node}, ${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB. ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}. Versions: ${versions()}.`,
    '',
    `| work | raw fetch | ${titles.join(' | ')} |`,
    `| --- | --- |${' --- |'.repeat(CONTENDERS.length)}`,
    ...rows,
    `| KiB kept for a panel, 12 calls | | ${keptFor('panel, 12 calls').join(' | ')} |`,
    `| KiB kept for a panel, 33 calls | | ${keptFor('panel, 33 calls').join(' | ')} |`,
    `| most memory, MiB | | ${memory.join(' | ')} |`,
  ].join('\n')
}

function versions(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../node_modules/ai/package.json', import.meta.url), 'utf8'))
  const named = Object.entries({ ...peers, ai: version as string }).filter(([name]) => name !== 'zod')
  return named.map(([name, pinned]) => `\`${name}\` ${pinned}`).join(', ')
}

function write(table: string): void {
  console.log(table)
  if (chosen.length > 0) return
  const path = fileURLToPath(new URL('../../docs/guide/benchmarks.md', import.meta.url))
  const [before = '', rest = ''] = readFileSync(path, 'utf8').split('<!-- Measured by `npm run bench:peers`. -->\n')
  const after = rest.slice(rest.indexOf('<!-- End of the measurements. -->'))
  writeFileSync(path, `${before}<!-- Measured by \`npm run bench:peers\`. -->\n\n${table}\n\n${after}`)
}
