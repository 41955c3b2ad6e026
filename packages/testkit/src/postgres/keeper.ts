import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { reservedPort } from '../ports/reserved-port.ts'
import { findPostgres } from './binaries.ts'

/**
 * Keeps one Postgres server running for as long as another process lives, and then removes it with all its files,
 * however that process ended. A server that is killed earlier starts again on the same port, as under a service
 * manager.
 *
 * node keeper.ts FOLDER PID PASSWORD
 */
const [folder = '', watched = '', password = ''] = process.argv.slice(2)
const data = join(folder, 'data')
/** Postgres refuses to run as root. */
const asOther = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const LOOK_MS = 200

let server: ChildProcess | undefined
process.on('SIGTERM', () => end())
process.on('SIGINT', () => end())

const found = findPostgres()
if ('reason' in found) report({ reason: found.reason })
else await keep(found.folder).catch((error) => report({ reason: String(error) }))
end()

async function keep(binaries: string): Promise<void> {
  initialise(binaries)
  const port = await reservedPort()
  start(binaries, port)
  await ready()
  report({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, keeper: process.pid })
  while (isAlive(Number(watched))) {
    await pause(LOOK_MS)
    if (server?.exitCode === null && server.signalCode === null) continue
    await pause(downFor())
    start(binaries, port)
  }
}

function initialise(binaries: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'password'), password)
  if (asOther.uid !== undefined)
    for (const path of [folder, join(folder, 'password')]) chownSync(path, asOther.uid, asOther.gid)
  const options = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--auth=scram-sha-256', '--no-sync']
  const files = ['-D', data, `--pwfile=${join(folder, 'password')}`]
  const made = spawnSync(join(binaries, 'initdb'), [...options, ...files], {
    encoding: 'utf8',
    cwd: folder,
    ...asOther,
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`)
}

function start(binaries: string, port: number): void {
  rmSync(join(data, 'postmaster.pid'), { force: true })
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=300']
  const options = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  server = spawn(join(binaries, 'postgres'), options, { stdio: 'ignore', cwd: folder, ...asOther })
  if (server.pid !== undefined) writeFileSync(join(folder, 'pid'), String(server.pid))
}

async function ready(): Promise<void> {
  while (!statusOf().startsWith('ready')) {
    if (server?.exitCode !== null) throw new Error(`postgres ended with ${server?.exitCode}`)
    if (!isAlive(Number(watched))) throw new Error('nobody waits')
    await pause(20)
  }
}

/** The eighth line of this file is the server's status. */
function statusOf(): string {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[7] ?? '') : ''
}

/** How long a killed server stays down. The test that kills it writes this to a file. */
function downFor(): number {
  const file = join(folder, 'down')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
}

function report(result: object): void {
  writeFileSync(join(folder, 'draft.json'), JSON.stringify(result))
  renameSync(join(folder, 'draft.json'), join(folder, 'result.json'))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes everything. Nothing in it is worth a clean shutdown. */
function end(): void {
  const gone = () => {
    if (existsSync(data)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    process.exit(0)
  }
  if (!server || server.exitCode !== null || server.signalCode !== null) gone()
  else server.once('exit', gone).kill('SIGQUIT')
}
