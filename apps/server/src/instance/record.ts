import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Where to find the server of a data folder, and its process. */
const ServerRecord = z.object({ pid: z.number(), host: z.string(), port: z.number(), tokenFile: z.string() })
export type ServerRecord = z.infer<typeof ServerRecord>

const fileIn = (home: string): string => join(home, 'server.json')

/** The last server's record. That server may no longer be running. */
export function readRecord(home: string): ServerRecord | undefined {
  try {
    return ServerRecord.parse(JSON.parse(readFileSync(fileIn(home), 'utf8')))
  } catch {
    return undefined
  }
}

/** Records where this server can be found. */
export function writeRecord(home: string, record: ServerRecord): void {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const draft = join(home, `.server-${randomUUID()}.tmp`)
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, fileIn(home))
}

/** Removes the record if it is still this process's. */
export function removeRecord(home: string): void {
  if (readRecord(home)?.pid === process.pid) rmSync(fileIn(home), { force: true })
}
