import type { RunSettings } from '../event/run-settings.ts'
import type { Limits } from '../limits/limits.ts'
import { USUAL_SILENCE } from '../limits/limits.ts'
import { isSlow } from '../mode/patience.ts'

/** Thinking silently, loading a model, reading a long prompt on a slow machine. */
const PATIENT_SECONDS = 600

type IdleSettings = {
  readonly limits: Pick<Limits, 'modelTimeout'>
  readonly settings: Pick<RunSettings, 'models'>
}

/**
 * How long a model may be silent. One that thinks (`thinks`: it was seen to) or costs nothing, because it runs on the
 * user's machine or in a queue, gets ten minutes. An explicit setting applies to every model.
 */
export function idleLimitMs({ limits, settings }: IdleSettings, model: string, thinks = false): number {
  if (limits.modelTimeout !== null) return limits.modelTimeout * 1_000
  const info = settings.models[model]
  return info?.idleMs ?? (isSlow(info, thinks) ? PATIENT_SECONDS : USUAL_SILENCE) * 1_000
}
