import type { Event } from '../event/event.ts'
import type { FinishedRun } from './finished-runs.ts'

/**
 * A run as its first and last events tell: what was estimated, and what it used. Undefined for a rehearsal, for a run
 * that did not complete, and if the two are of different runs.
 */
export function finishedRun(first: readonly Event[], last: readonly Event[]): FinishedRun | undefined {
  const started = first.find((event) => event.type === 'run.started')
  const finished = last.findLast((event) => event.type === 'run.finished')
  if (started?.type !== 'run.started' || finished?.type !== 'run.finished' || started.run !== finished.run)
    return undefined
  const { mode, team, settings, estimate } = started.data
  const { state, totals, reason, proof } = finished.data
  const isReal = reason !== 'rehearsal' && !Object.values(settings.models).some(({ rehearsal }) => rehearsal)
  if (state !== 'completed' || !isReal) return undefined
  const minutes = (totals.worked ?? totals.ms) / 60_000
  const unproven = proof?.said.reduce((sum, { steps }) => sum + steps, 0) ?? 0
  return {
    mode,
    seats: team.members.length,
    minutes,
    costUsd: totals.unpriced > 0 ? null : totals.costUsd,
    estimate,
    ...(proof && proof.checks === undefined && { proven: proof.proven > 0 && unproven === 0 }),
  }
}
