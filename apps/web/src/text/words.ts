/** `awaiting_approval` as `Awaiting approval`. */
export function wordsOf(code: string): string {
  const words = code.replaceAll(/[_-]/gu, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const reasons: { readonly [reason: string]: string } = {
  done: '',
  goal_met: 'the goal is met',
  converged: 'the panel has converged',
  max_iterations: 'no iteration was left',
  stalled: 'it made no more progress',
  error_budget: 'too many things went wrong',
  user: 'stopped by you',
  steps_failed: 'some steps failed',
  rehearsal: 'a rehearsal',
}

/** `limit:tokens` as `the limit of tokens was reached`. */
export function reasonText(reason: string): string {
  if (reason.startsWith('limit:')) return `the limit of ${reason.slice(6).replaceAll('_', ' ')} was reached`
  if (reason.startsWith('error:')) return reason.slice(6).replaceAll('_', ' ')
  return reasons[reason] ?? reason.replaceAll('_', ' ')
}
