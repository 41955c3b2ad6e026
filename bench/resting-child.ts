import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { openStore } from '@convene/store'
import { answering, oneAgent } from './one-agent.ts'

const SESSIONS = 10_000
const folder = mkdtempSync(join(tmpdir(), 'convene-bench-'))
const store = openStore(folder)
const engine = answering(store)
const session = async (number: number) => {
  const id = `session-${number}` as SessionId
  await engine.resume(id, oneAgent(number))
  await engine.rested(id)
}
const inGroups = async (from: number, to: number) => {
  for (let first = from; first < to; first += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => session(first + index)))
}
const heap = () => {
  globalThis.gc?.()
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

await inGroups(0, 1_000)
const before = heap()
await inGroups(1_000, 1_000 + SESSIONS)
console.log(JSON.stringify({ megabytes: Math.max(0, heap() - before) / 1_048_576, live: engine.live }))
await engine.close()
await store.close()
rmSync(folder, { recursive: true, force: true })
process.exit(0)
