import type { ModelInfo, RunSettings } from '../event/run-settings.ts'
import type { Session } from '../state/session.ts'
import type { Seat } from '../team/team.ts'

/** Minutes per turn or task for coding agents, and for models that think or run on this machine. */
const SLOW_MINUTES = 15
const AGENT_MINUTES = 120

/** Whether a model thinks silently, or runs where loading and long prompts take minutes. `thinks`: it was seen to. */
export function isSlow(info: ModelInfo | undefined, thinks = false): boolean {
  if (info?.rehearsal) return false
  if (thinks || info?.idleMs !== undefined || info?.agent) return true
  const isFree = info?.price?.input === 0 && info.price.output === 0
  return isFree || (info?.reasoning?.some((level) => level !== 'off') ?? false)
}

type KnownModels = { readonly settings: Pick<RunSettings, 'models'> }

/**
 * The minutes per turn or task: the mode's default, or as long as the seat's model needs. A value other than the
 * default was set by someone, and is kept.
 */
export function minutesFor(
  run: KnownModels,
  { model }: Pick<Seat, 'model'>,
  { minutes, usual }: { readonly minutes: number; readonly usual: number },
  learned: Session['learned'] = {},
): number {
  if (minutes !== usual) return minutes
  const info = run.settings.models[model]
  if (info?.agent) return Math.max(usual, AGENT_MINUTES)
  return isSlow(info, learned[model]?.thinks) ? Math.max(usual, SLOW_MINUTES) : usual
}
