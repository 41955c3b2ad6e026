import { buildOf, type CheckEffect, forbiddenBy, isJudged, type Outcome, type Session } from '@convene/domain'
import type { AbortController } from '../platform.ts'
import type { Checked, CheckRequest, Checks } from '../ports/checks.ts'
import type { Clock } from '../ports/clock.ts'

/** How long an aborted check may take to stop before it is abandoned. */
const GRACE_MS = 5_000

export type CheckRun = {
  readonly checks: Checks | undefined
  readonly clock: Clock
  readonly session: Session
  readonly effect: CheckEffect
  readonly abort: AbortController
}

/** Runs one check to its end, its time limit, or its abort. Whatever goes wrong, it is not a pass. */
export async function runCheck({ checks, clock, session, effect, abort }: CheckRun): Promise<Outcome> {
  if (!checks) return { kind: 'checked', ...notRun('checks cannot be run here'), ms: 0 }
  const startedAt = clock.ticks()
  let timedOut = false
  let cancel = clock.after(effect.timeoutMs, () => {
    timedOut = true
    abort.abort()
  })
  const givenUp = new Promise<Checked>((resolve) => {
    const wait = () => {
      cancel()
      cancel = clock.after(GRACE_MS, () => resolve(notRun('it did not stop when aborted')))
    }
    abort.signal.addEventListener('abort', wait, { once: true })
  })
  const seen = await Promise.race([checks.run(requestOf(session, effect), abort.signal).catch(broken), givenUp])
  cancel()
  const ms = Math.round(clock.ticks() - startedAt)
  if (timedOut)
    return { kind: 'checked', ...seen, ...notRun(`it took longer than ${Math.round(effect.timeoutMs / 1_000)} s`), ms }
  if (abort.signal.aborted) return { kind: 'aborted', partial: '', ms }
  return { kind: 'checked', ...seen, ms }
}

function requestOf(session: Session, effect: CheckEffect): CheckRequest {
  const { check, moment, since, shared, worktree } = effect
  return {
    session: session.id,
    workspace: session.workspace,
    // How things turned out is seen in the workspace, and not in what a later run builds.
    ...(moment !== 'resolution' && buildOf(session)),
    check,
    moment,
    since,
    ...(shared && { shared }),
    ...(worktree && { worktree }),
    ...(isJudged(effect) && { forbids: (touched) => forbiddenBy(session, effect, touched) }),
  }
}

const notRun = (reason: string): Checked => ({ outcome: 'not_run', reason })

const broken = (error: unknown): Checked =>
  notRun(`it could not be run: ${error instanceof Error ? error.message : String(error)}`)
