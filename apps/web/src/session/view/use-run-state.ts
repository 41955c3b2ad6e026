import type { Run } from '@convene/domain'
import { runState } from '@convene/reading'
import { useStore } from 'zustand'
import { isInterrupted } from './session-store.ts'
import { useSessionStore } from './use-session.ts'
import { useWaiting } from './use-waiting.ts'

/** A run's state in one word, kept current. Only the newest run can wait or be interrupted: the others have ended. */
export function useRunState(run: Pick<Run, 'phase' | 'finished'> | null): ReturnType<typeof runState> {
  const waiting = useWaiting()
  const interrupted = useStore(useSessionStore(), isInterrupted)
  return runState({ phase: run?.phase ?? 'idle', reason: run?.finished?.reason ?? '', waiting, interrupted })
}
