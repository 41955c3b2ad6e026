import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../report.ts'
import { type BenchServer, median } from '../run-child.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** From process start to the first request at the server: `convene run` over a bare script that loads the same provider. */
export async function coldStart(server: BenchServer, rounds: number): Promise<readonly Finding[]> {
  const home = mkdtempSync(join(tmpdir(), 'convene-bench-'))
  mkdirSync(join(home, 'workspace'))
  const providers = { bench: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ version: 1, providers }))
  const convene = [
    file('../../apps/cli/bin/convene.mjs'),
    'run',
    'Say hello.',
    '--model',
    'bench/parts1-cold',
    '--json',
    '--workspace',
    join(home, 'workspace'),
  ]
  const bare = [file('../bare-script.ts'), server.url]
  await firstRequest(server, convene, home)
  await firstRequest(server, bare, home)
  const ours: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds * 3; round++) {
    ours.push(await firstRequest(server, convene, home))
    floor.push(await firstRequest(server, bare, home))
  }
  rmSync(home, { recursive: true, force: true })
  const values = { convene: { ms: median(ours) }, bare: { ms: median(floor) } }
  return [
    {
      name: 'cold start to first request over a bare script with the same provider',
      ratio: median(ours) / median(floor),
      bar: 2,
      values,
    },
  ]
}

async function firstRequest(server: BenchServer, command: readonly string[], home: string): Promise<number> {
  const start = Date.now()
  const seen = once(server.process, 'message') as Promise<[{ at: number }]>
  const child = spawn(process.execPath, [...command], { env: { ...process.env, CONVENE_HOME: home }, stdio: 'ignore' })
  const ended = once(child, 'exit')
  const first = await Promise.race([
    seen,
    ended.then(([code]) => Promise.reject(new Error(`ended with ${code} before its request`))),
  ])
  await ended
  return first[0].at - start
}
