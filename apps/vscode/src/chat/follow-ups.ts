import { followUpQuestions } from '@convene/reading'
import { isFinalPhase } from './response-part.ts'
import type { ChatMemory } from './watch-run.ts'

/** A suggestion below an answer: what is sent when it is chosen. */
export type FollowUp = { readonly label: string; readonly prompt: string; readonly command: string }

/** Without it, the editor would repeat the command of the answered request, which starts another run. */
const PLAIN = ''

/** What a user may want to say next. Questions about the result only if there is one. */
export function followUpsFor(memory: ChatMemory | undefined): readonly FollowUp[] {
  if (!memory) return []
  const { state, reason, goal } = memory
  if (!isFinalPhase(state))
    return [
      { label: 'Continue here', prompt: '', command: 'continue' },
      { label: 'What is the status?', prompt: '', command: 'status' },
    ]
  if (state === 'failed') return [{ label: 'Try again', prompt: goal, command: 'run' }]
  if (reason === 'user')
    return [
      { label: 'Continue from here', prompt: '', command: 'continue' },
      { label: 'Start again', prompt: goal, command: 'run' },
    ]
  const again = state === 'cancelled' ? [{ label: 'Start again', prompt: goal, command: 'run' }] : []
  const questions = followUpQuestions.map(({ label, question }) => ({ label, prompt: question, command: PLAIN }))
  return [...again, ...questions]
}
