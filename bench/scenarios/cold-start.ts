import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { buildCli } from '../../scripts/cli.mjs'
import { root, stageCommands } from '../../scripts/package/stage.mjs'
import type { Finding } from '../report.ts'
import { type BenchServer, median } from '../run-child.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * Time from process start to the first request at the server: `convene run` in a checkout (as with `npm start`),
 * installed, and from its sources, relative to a bare script that loads the same provider. CPU time covers the whole
 * run, because a busy machine affects it less.
 */
export async function coldStart(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const home = newHome(server)
  const installed = await installedRun(home)
  await buildCli({ ifNeeded: true })
  const inCheckout = [file('../../apps/cli/bin/convene.mjs'), ...installed.slice(1)]
  const contenders = [
    contender('checkout', inCheckout),
    contender('installed', installed),
    contender('sources', inCheckout, { CONVENE_SOURCES: '1' }),
    contender('bare', [file('../bare-script.ts'), server.url]),
  ] as const
  for (let round = -1; round < rounds * 3; round++) {
    for (const each of contenders) {
      const start = await measureStart(server, each, home)
      if (round >= 0) each.taken.push(start)
    }
  }
  rmSync(home, { recursive: true, force: true })
  const [checkout, packed, sources, bare] = contenders.map(summaryOf) as [Summary, Summary, Summary, Summary]
  return [
    over('in a checkout', checkout, bare, 1.25),
    over('when installed', packed, bare, 1.25),
    over('from the sources', sources, bare, undefined),
    {
      name: 'CPU time of a whole run in a checkout, relative to the bare script',
      ratio: checkout.cpuMs / bare.cpuMs,
      bar: 1.5,
    },
  ]
}

/** An installed command with its own data folder: what `convene run` starts. */
export async function installedRun(home: string): Promise<readonly string[]> {
  await stageCommands(join(home, 'installed'))
  symlinkSync(join(root, 'node_modules'), join(home, 'installed', 'node_modules'))
  const run = ['run', 'Say hello.', '--model', 'bench/parts1-cold', '--json', '--workspace', join(home, 'workspace')]
  return [join(home, 'installed', 'bin', 'convene.mjs'), ...run]
}

type Start = { readonly ms: number; readonly cpuMs: number }
type Summary = Start & { readonly name: string }

const contender = (
  name: string,
  command: readonly string[],
  environment: { readonly [name: string]: string } = {},
) => ({
  name,
  command,
  environment,
  taken: [] as Start[],
})

const summaryOf = ({ name, taken }: ReturnType<typeof contender>): Summary => ({
  name,
  ms: median(taken.map(({ ms }) => ms)),
  cpuMs: median(taken.map(({ cpuMs }) => cpuMs)),
})

const over = (how: string, ours: Summary, bare: Summary, bar: number | undefined): Finding => ({
  name: `cold start to first request ${how}, relative to a bare script with the same provider`,
  ratio: ours.ms / bare.ms,
  ...(bar !== undefined && { bar }),
  values: { convene: { ms: ours.ms, cpuMs: ours.cpuMs }, bare: { ms: bare.ms, cpuMs: bare.cpuMs } },
})

export function newHome(server: BenchServer): string {
  const home = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  mkdirSync(join(home, 'workspace'))
  const providers = { bench: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ version: 1, providers }))
  return home
}

export async function measureStart(
  server: BenchServer,
  { command, environment }: Pick<ReturnType<typeof contender>, 'command' | 'environment'>,
  home: string,
): Promise<Start> {
  const start = Date.now()
  const seen = once(server.process, 'message') as Promise<[{ at: number }]>
  const child = spawn(process.execPath, ['--import', file('../note-cpu.mjs'), ...command], {
    env: { ...process.env, CONVENE_SOURCES: '', ...environment, CONVENE_HOME: home },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const cpu = text(child.stdio[3] as NodeJS.ReadableStream)
  const ended = once(child, 'exit')
  const first = await Promise.race([
    seen,
    ended.then(([code]) => Promise.reject(new Error(`exited with code ${code} before its request`))),
  ])
  await ended
  return { ms: first[0].at - start, cpuMs: Number(await cpu) / 1_000 }
}
