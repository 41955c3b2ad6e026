import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { z } from 'zod'
import type { Program } from '../program.ts'

const DAY_MS = 24 * 60 * 60_000
const FOLDER = 'agent-budget'
/** Older files are deleted. A clock that was wrong for some days loses nothing. */
const KEPT_DAYS = 7

/** A program was about to use this session, which had cost this much until then. */
const CountedSession = z.object({ budget: z.string(), session: z.string(), costUsd: z.number().min(0), at: z.number() })
export type CountedSession = z.infer<typeof CountedSession>

type Place = Pick<Program, 'home' | 'now'>

/**
 * The sessions that other programs used in the last 24 hours, whichever process counted them, and what each had cost
 * when that began. A clock may be wrong.
 */
export function countedSessions({ home, now }: Place, budget: string): ReadonlyMap<SessionId, number> {
  const found = new Map<SessionId, number>()
  for (const counted of stored(home).toSorted((one, other) => one.at - other.at)) {
    const id = counted.session as SessionId
    if (counted.budget === budget && Math.abs(now() - counted.at) < DAY_MS && !found.has(id))
      found.set(id, counted.costUsd)
  }
  return found
}

/** Adds a line to the file of its day. Nothing is read and written back, so no process loses what another one counted. */
export function keepCounted({ home, now }: Place, counted: Omit<CountedSession, 'at'>): void {
  const folder = join(home, FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const line = `${JSON.stringify({ ...counted, at: now() })}\n`
  appendFileSync(join(folder, `${dayOf(now())}.jsonl`), line, { mode: 0o600 })
  const oldest = `${dayOf(now() - KEPT_DAYS * DAY_MS)}.jsonl`
  for (const name of filesIn(folder)) if (name < oldest) rmSync(join(folder, name), { force: true })
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A file that is missing and a line that was damaged count nothing. */
function stored(home: string): readonly CountedSession[] {
  const folder = join(home, FOLDER)
  return filesIn(folder).flatMap((name) => linesOf(join(folder, name)).flatMap(countedIn))
}

function countedIn(line: string): readonly CountedSession[] {
  try {
    return [CountedSession.parse(JSON.parse(line))]
  } catch {
    return []
  }
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/u.test(name))
  } catch {
    return []
  }
}
