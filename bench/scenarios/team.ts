import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ownPostgres } from '@convene/testkit'
import type { Finding } from '../report.ts'
import { median } from '../run-child.ts'

const child = fileURLToPath(new URL('../team-child.ts', import.meta.url))

async function measured<T>(...words: readonly string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', child, ...words])
  return JSON.parse(stdout) as T
}

type Events = { readonly eventsPerSecond: number; readonly cpuMicrosPerEvent: number }

/**
 * The cost of a team server's worker: per event compared with SQLite, at rest, and in memory. Skipped without Postgres.
 */
export async function team(rounds: number): Promise<readonly Finding[]> {
  const found = await ownPostgres()
  if (!('server' in found)) return []
  const { server } = found
  try {
    const [postgres, sqlite]: [Events[], Events[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      postgres.push(await measured<Events>('events', await server.database()))
      sqlite.push(await measured<Events>('events'))
    }
    const middle = (all: readonly Events[], name: keyof Events) => median(all.map((each) => each[name]))
    const values = (all: readonly Events[]) => ({
      eventsPerSecond: middle(all, 'eventsPerSecond'),
      cpuMicrosPerEvent: middle(all, 'cpuMicrosPerEvent'),
    })
    const idle = await measured<{ queriesPerSecond: number }>('idle', await server.database())
    const memory = await measured<{ restingMiB: number; liveMiB: number }>('memory', await server.database())
    return [
      {
        name: 'CPU of a process per event in Postgres, relative to SQLite',
        ratio: middle(postgres, 'cpuMicrosPerEvent') / middle(sqlite, 'cpuMicrosPerEvent'),
        values: { postgres: values(postgres), sqlite: values(sqlite) },
      },
      {
        name: 'queries per second of a worker with nothing to do',
        ratio: idle.queriesPerSecond,
        bar: 10,
        values: idle,
      },
      {
        name: 'heap of 500 resting and 100 live sessions in Postgres, in MB',
        ratio: memory.restingMiB + memory.liveMiB,
        bar: 50,
        values: memory,
      },
    ]
  } finally {
    server.stop()
  }
}
