import type { Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'

/** A model's tokens per estimated token, as its provider counts: 1 until a call has shown otherwise. */
export const tokensPerEstimate = ({ learned }: Pick<Session, 'learned'>, model: string): number =>
  learned?.[model]?.tokensPerEstimate ?? 1

/**
 * How many tokens a conversation really has, based on our estimate from its characters: the provider's count for its
 * last call, plus what was added since, at the model's own rate. Some scripts and tokenizers need several times as
 * many.
 */
export function learnedCount({ counted }: Pick<Task, 'counted'>, rate: number, estimate: number): number {
  if (counted === undefined || estimate < counted.estimated) return Math.ceil(estimate * rate)
  return Math.ceil(counted.input + (estimate - counted.estimated) * rate)
}
