import {
  finishedRun,
  learnedWidth,
  missIn,
  pastRunsOf,
  type RunSettings,
  type SeatedTeam,
  traitsOf,
} from '@convene/domain'
import type { Program } from '../program.ts'

/** How many sessions are looked at, and how far from its ends a run's first and last event are at most. */
const MOST_SESSIONS = 40
const NEAR = 12
const NEAR_THE_END = 40

/** What finished runs of this mode and size have used, for the estimate of the next. */
export async function pastRuns(program: Program, mode: string, team: SeatedTeam): Promise<Pick<RunSettings, 'past'>> {
  const { log } = await program.store()
  const rows = await log.list({ state: 'completed', sort: 'changed', limit: MOST_SESSIONS })
  const found = await Promise.all(
    rows
      .filter((row) => row.mode === mode)
      .map(async ({ id, seq }) =>
        finishedRun(await log.read(id, 0, NEAR), await log.read(id, Math.max(0, seq - NEAR_THE_END))),
      ),
  )
  const past = pastRunsOf(found.flatMap((run) => (run && run.seats === team.members.length ? [run] : [])))
  return past ? { past } : {}
}

/** How far the newest resolved estimates were off, by any team. */
export async function pastWidth(program: Program, mode: string): Promise<Pick<RunSettings, 'width'>> {
  if (!traitsOf(mode).decides) return {}
  const { log } = await program.store()
  const rows = await log.list({ state: 'completed', sort: 'changed', limit: MOST_SESSIONS })
  const ends = await Promise.all(
    rows.filter((row) => row.mode === mode).map(({ id, seq }) => log.read(id, Math.max(0, seq - NEAR_THE_END))),
  )
  const width = learnedWidth(ends.flatMap((events) => missIn(events) ?? []))
  return width ? { width } : {}
}
