import type { Decided, Lacks, Proof } from '../event/end-facts.ts'
import type { Pooled } from '../event/estimate-facts.ts'
import type { FinalState } from '../event/facts.ts'
import type { Bound } from '../limits/allowance.ts'
import type { Run } from '../state/session.ts'

/** What a mode knows about the end of its run. */
export type Ending = {
  /** The trigger if nothing is missing, and why the run is over then. */
  readonly trigger: string
  readonly reason: string
  /** The trigger if something is missing, in tables that have a name for it. */
  readonly otherwise?: string
  readonly summary: string
  /** Why there is no result. Undefined if there is one. */
  readonly failure?: string | undefined
  /** The limit that was reached is the length the run was meant to have: it cut nothing short. */
  readonly isFullLength?: boolean
  /** What was decided by vote. */
  readonly decision?: Decided | undefined
  /** What was estimated. */
  readonly estimate?: Pooled | undefined
  /** Who has judged the result against the goal, and read what its checks say. */
  readonly reviewer?: string | undefined
  /** What of it was seen, and what was said. */
  readonly proof?: Proof | undefined
  /** What the result lacks. */
  readonly short?: Shortfall | undefined
}

/** Why a result is not all that was asked for, with its numbers. */
export type Shortfall = { readonly reason: string; readonly lacks?: Lacks | undefined }

export type JudgedEnd = {
  readonly state: FinalState
  readonly trigger: string
  readonly reason: string
  readonly lacks?: Lacks | undefined
}

/**
 * The one rule for the end of every run, in every mode. Without a result it has failed. A run is only completed, green
 * and exit code 0, if nothing is missing and no limit cut it short. A rehearsal delivers samples, so nothing can be
 * missing from it.
 */
export function judgedBy(run: Pick<Run, 'limit'>, ending: Ending, isRehearsal: boolean): JudgedEnd {
  const { trigger, reason, otherwise = 'incomplete', failure } = ending
  const limit = run.limit && !ending.isFullLength ? `limit:${run.limit.which}` : undefined
  const short = isRehearsal ? undefined : ending.short
  const lacks = short?.lacks && { lacks: short.lacks }
  if (failure !== undefined) return { state: 'failed', trigger: 'error', reason: limit ?? `error:${failure}`, ...lacks }
  if (limit ?? short) return { state: 'cancelled', trigger: otherwise, reason: limit ?? short?.reason ?? '', ...lacks }
  return { state: 'completed', trigger, reason: isRehearsal ? 'rehearsal' : reason }
}

/** Members that were asked and gave no answer. Undefined if all did. */
export function unanswered(
  what: Lacks['what'],
  asked: readonly { readonly agent: string; readonly ok: boolean }[],
): Shortfall | undefined {
  const who = [...new Set(asked.filter(({ ok }) => !ok).map(({ agent }) => agent))]
  const lacks = { what, done: asked.filter(({ ok }) => ok).length, of: asked.length, who }
  return who.length === 0 ? undefined : { reason: 'members_missing', lacks }
}

type Cuttable = { readonly ok: boolean; readonly incomplete: boolean; readonly bound?: Bound | null }

/** An answer that was cut off is not all of it. A reply cut at its length limit is not the same as too many replies. */
export function cutShortfall(answers: readonly Cuttable[]): Shortfall | undefined {
  const cut = answers.find(({ ok, incomplete }) => ok && incomplete)
  return (
    cut && { reason: cut.bound === 'no_progress' || cut.bound === 'iterations' ? `limit:${cut.bound}` : 'limit:length' }
  )
}
