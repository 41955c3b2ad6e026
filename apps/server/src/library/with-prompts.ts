import type { Result } from '@convene/domain'
import type { SeatPrompt } from '@convene/host'
import type { Problem } from '@convene/protocol'

type Prompts = Result<readonly SeatPrompt[]>

export const none: Prompts = { ok: true, value: [] }

/** Adds the prompts to the problems. If there are none, the reason is another problem. */
export function withPrompts(problems: readonly Problem[], found: Prompts) {
  if (found.ok) return { problems: [...problems], prompts: [...found.value] }
  const { code, message } = found.refusal
  return { problems: [...problems, { severity: 'error', code, file: '', message } as const], prompts: [] }
}
