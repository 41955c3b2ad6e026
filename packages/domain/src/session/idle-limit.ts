import { noLimits } from '../limits/limits.ts'
import type { Run } from '../state/session.ts'

/** Thinking without a word, loading a model, reading a long prompt on a slow machine. */
const PATIENT_SECONDS = 600

/**
 * How long a model may say nothing. One that thinks or costs nothing, because it runs on the user's machine or in a queue,
 * gets ten minutes. What somebody set holds for every model.
 */
export function idleLimitMs({ limits, settings }: Pick<Run, 'limits' | 'settings'>, model: string): number {
  const { modelTimeout } = limits
  const info = settings.models[model]
  if (modelTimeout !== noLimits.modelTimeout) return modelTimeout * 1_000
  return info?.idleMs ?? (isSlow(info) ? PATIENT_SECONDS : modelTimeout) * 1_000
}

function isSlow(info: Run['settings']['models'][string] | undefined): boolean {
  if (!info || info.rehearsal) return false
  const thinks = info.reasoning?.some((level) => level !== 'off') ?? false
  return thinks || (info.price?.input === 0 && info.price.output === 0)
}
