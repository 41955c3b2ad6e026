import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

/** A real Postgres server for tests, on a loopback port. */
export type PostgresServer = {
  /** The superuser's URL, for administrative work. */
  readonly admin: string
  /** A new, empty database. */
  database(): Promise<string>
  /** Kills the server like a machine crash. It starts again on the same port after this many milliseconds. */
  crash(downMs: number): Promise<void>
  stop(): void
}

/** A server, or why it cannot be started here. */
export type FoundPostgres = { readonly server: PostgresServer } | { readonly reason: string }

const keeper = fileURLToPath(new URL('./keeper.ts', import.meta.url))
const PATIENCE_MS = 60_000

/** The server that all test files of one run share. The first one starts it, and it ends with the run. */
export function sharedPostgres(): Promise<FoundPostgres> {
  const run = isMainThread ? process.ppid : process.pid
  return found(join(tmpdir(), `convene-postgres-of-${run}`), run)
}

/** A separate server, for a test that crashes it. It ends with this process at the latest. */
export const ownPostgres = (): Promise<FoundPostgres> =>
  found(join(tmpdir(), `convene-postgres-${randomUUID()}`), process.pid)

async function found(folder: string, lives: number): Promise<FoundPostgres> {
  if (isLeftBehind(folder)) rmSync(folder, { recursive: true, force: true })
  if (makes(folder)) {
    const options = { detached: true, stdio: 'ignore' } as const
    spawn(process.execPath, [keeper, folder, String(lives), randomBytes(12).toString('hex')], options).unref()
  }
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const result = resultIn(folder)
    if (result?.url !== undefined) return { server: serverAt(folder, result.url, result.keeper) }
    if (result) return { reason: result.reason ?? 'for an unknown reason' }
    await pause(20)
  }
  return { reason: `no server within ${PATIENCE_MS / 1_000} s` }
}

type Result = { readonly url?: string; readonly reason?: string; readonly keeper: number }

function resultIn(folder: string): Result | undefined {
  const file = join(folder, 'result.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result) : undefined
}

/** Only one of several processes succeeds, and starts the server. */
function makes(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch {
    return false
  }
}

/** The keeper of an earlier run with the same process id was killed. */
function isLeftBehind(folder: string): boolean {
  const pid = resultIn(folder)?.keeper
  if (pid === undefined) return false
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

/** As on a real server, databases belong to an ordinary user: row-level security does not apply to a superuser. */
const ownerOf = (password: string): string => `DO $$ BEGIN CREATE ROLE convene LOGIN PASSWORD '${password}';
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`

function serverAt(folder: string, url: string, keeperPid: number): PostgresServer {
  return {
    admin: url,
    async database() {
      const { default: pg } = await import('pg')
      const name = `t_${randomBytes(8).toString('hex')}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(ownerOf(new URL(url).password))
      await client.query(`CREATE DATABASE ${name} OWNER convene`)
      await client.end()
      return url.replace('//postgres:', '//convene:').replace(/[^/]+$/, name)
    },
    async crash(downMs) {
      writeFileSync(join(folder, 'down'), String(downMs))
      process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGQUIT')
    },
    stop: () => process.kill(keeperPid, 'SIGTERM'),
  }
}
