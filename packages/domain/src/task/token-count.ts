import type { Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** Tokens per estimated token of a model, as its provider counts: 1 until a call has shown otherwise. */
export const tokensPerEstimate = ({ learned }: Pick<Session, 'learned'>, model: string): number =>
  learned?.[model]?.tokensPerEstimate ?? 1

/**
 * How many tokens a conversation really has, by our estimate from its characters: what the provider counted for its last
 * call, and what was added since, at the model's own rate. A script or a tokenizer may need several times as many.
 */
export function learnedCount({ counted }: Pick<Task, 'counted'>, rate: number, estimate: number): number {
  if (counted === undefined || estimate < counted.estimated) return Math.ceil(estimate * rate)
  return Math.ceil(counted.input + (estimate - counted.estimated) * rate)
}
