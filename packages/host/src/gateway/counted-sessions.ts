import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { replaceFile } from '@convene/platform'
import { z } from 'zod'
import type { Program } from '../program.ts'

const DAY_MS = 24 * 60 * 60_000
const FILE = 'agent-budget.json'

/** When a session was last counted, and what it had cost before other programs used it. */
const Counted = z.object({ before: z.number().min(0), at: z.number() })
export type Counted = z.infer<typeof Counted>
const Stored = z.record(z.string(), z.record(z.string(), Counted))

/** The sessions of the last 24 hours that count against a budget, whichever process counted them. A clock may be wrong. */
export function countedSessions({ home, now }: Place, budget: string): ReadonlyMap<SessionId, Counted> {
  return new Map(Object.entries(stored(home, now())[budget] ?? {}) as [SessionId, Counted][])
}

type Place = Pick<Program, 'home' | 'now'>

/** Keeps these sessions, so that a restart does not refill the budget. */
export function keepCounted({ home, now }: Place, budget: string, counted: ReadonlyMap<SessionId, Counted>): void {
  const all = stored(home, now())
  const mine = { ...all[budget], ...Object.fromEntries(counted) }
  replaceFile(join(home, FILE), `${JSON.stringify({ ...all, [budget]: mine })}\n`)
}

function stored(home: string, now: number): z.infer<typeof Stored> {
  const recent = (sessions: { readonly [id: string]: Counted }) =>
    Object.fromEntries(Object.entries(sessions).filter(([, { at }]) => Math.abs(now - at) < DAY_MS))
  return Object.fromEntries(Object.entries(read(home)).map(([budget, sessions]) => [budget, recent(sessions)]))
}

/** A file that is missing or was damaged counts nothing. */
function read(home: string): z.infer<typeof Stored> {
  try {
    return Stored.parse(JSON.parse(readFileSync(join(home, FILE), 'utf8')))
  } catch {
    return {}
  }
}
