import { transitionIn } from '../../../mode/transition.ts'
import type { Transitions } from '../../../mode/transitions.ts'

const always = { userPaused: 'paused', userCancelled: 'cancelled', error: 'failed' } as const

/** Which phase follows which, and on what trigger. The two closing phases accept no limit: a limit leads to them. */
export const panelTransitions: Transitions = {
  idle: { userSubmitted: 'clarifying' },
  clarifying: {
    ...always,
    clarificationsComplete: 'awaiting_approval',
    turnCompleted: 'clarifying',
    limitReached: 'converging',
  },
  awaiting_approval: {
    ...always,
    userApproved: 'initializing',
    userRejected: 'clarifying',
    limitReached: 'converging',
  },
  initializing: { ...always, panelistsReady: 'running', limitReached: 'converging' },
  running: {
    ...always,
    turnCompleted: 'running',
    convergenceDetected: 'converging',
    timeout: 'converging',
    limitReached: 'converging',
  },
  converging: { ...always, turnCompleted: 'synthesizing', debateResumed: 'running' },
  synthesizing: { ...always, synthesisComplete: 'completed', incomplete: 'cancelled' },
  paused: { userResumed: '(where it came from)', userCancelled: 'cancelled' },
  completed: { userSubmitted: 'clarifying', reset: 'idle' },
  cancelled: { reset: 'idle' },
  failed: { reset: 'idle' },
}

export const movePanel = transitionIn(panelTransitions)
