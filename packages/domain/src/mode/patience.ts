import type { ModelInfo, RunSettings } from '../event/run-settings.ts'
import type { Session } from '../state/session.ts'
import type { Seat } from '../team/team.ts'

/** Minutes for a turn or a task of models that think or run on this machine, and of coding agents. */
const SLOW_MINUTES = 15
const AGENT_MINUTES = 120

/** Thinks without a word, or runs where loading and long prompts take minutes. `thinks`: it was seen to. */
export function isSlow(info: ModelInfo | undefined, thinks = false): boolean {
  if (info?.rehearsal) return false
  if (thinks || info?.idleMs !== undefined || info?.agent) return true
  const isFree = info?.price?.input === 0 && info.price.output === 0
  return isFree || (info?.reasoning?.some((level) => level !== 'off') ?? false)
}

type Asked = { readonly settings: Pick<RunSettings, 'models'> }

/**
 * The minutes of a turn or a task: the mode's default, or as long as the seat's model takes. What somebody set, which
 * differs from the default, holds.
 */
export function minutesFor(
  run: Asked,
  { model }: Pick<Seat, 'model'>,
  { minutes, usual }: { readonly minutes: number; readonly usual: number },
  learned: Session['learned'] = {},
): number {
  if (minutes !== usual) return minutes
  const info = run.settings.models[model]
  if (info?.agent) return Math.max(usual, AGENT_MINUTES)
  return isSlow(info, learned[model]?.thinks) ? Math.max(usual, SLOW_MINUTES) : usual
}
