import { buildOf, type CaptureEffect, type Outcome, type Session } from '@convene/domain'
import type { AbortSignal } from '../platform.ts'
import type { Clock } from '../ports/clock.ts'
import type { Captured, Workspace } from '../ports/workspace.ts'

/** A repository that does not answer must not block the session. */
const LIMIT_MS = 120_000

export type Capture = {
  readonly workspace: Workspace | undefined
  readonly clock: Clock
  readonly session: Session
  readonly effect: CaptureEffect
  /** Nobody waits for the result any more. */
  readonly dropped: AbortSignal
}

/**
 * Captures the workspace and applies the changes made in a worktree. Never aborted: a partial result would be wrong.
 */
export async function captureWorkspace({ workspace, clock, session, effect, dropped }: Capture): Promise<Outcome> {
  if (!workspace) return { kind: 'captured', commit: null, patch: '' }
  let cancel = () => {}
  const givenUp = new Promise<Captured>((resolve) => {
    cancel = clock.after(LIMIT_MS, () => resolve(unseen(effect, 'git did not answer in time')))
  })
  // Otherwise the timer of a released session would keep its process alive.
  dropped.addEventListener('abort', cancel, { once: true })
  const { worktree, candidate } = effect
  const request = {
    session: session.id,
    workspace: session.workspace,
    ...(worktree && { worktree }),
    ...(candidate && { reads: true }),
    ...buildOf(session),
  }
  const looked = workspace.capture(request).catch((error: unknown) => unseen(effect, String(error)))
  const captured = await Promise.race([looked, givenUp])
  cancel()
  dropped.removeEventListener('abort', cancel)
  return { kind: 'captured', ...captured }
}

/** Without a worktree nothing is lost: there is just no commit to name. */
const unseen = ({ worktree }: CaptureEffect, why: string): Captured => ({
  commit: null,
  patch: '',
  ...(worktree && { refusal: `The changes could not be taken over: ${why}.` }),
})
