import { isOtherAgent } from '../../../event/started-by.ts'
import { isRehearsed } from '../../../mode/conclude.ts'
import type { Run } from '../../../state/session.ts'
import { panelSettings } from './settings.ts'

/** The most experiments in one run. */
export const MOST_EXPERIMENTS = 2

/** Who lets an experiment run: you, or the rules that allow it anyway. */
type Policy = 'ask' | 'auto' | 'off'

/**
 * Where somebody sits at a terminal or a screen, they are asked, unless they wanted to be asked nothing. Anywhere else
 * nothing runs that was not set. What another agent starts never asks you to run something for it.
 */
export function policyOf(run: Pick<Run, 'team' | 'settings'>): Policy {
  const { settings } = run
  const set = panelSettings(run).experiments
  if (set === 'off' || isRehearsed(run)) return 'off'
  if (set === 'auto') return 'auto'
  const mayAsk = settings.interactive && !isOtherAgent(settings.startedBy)
  return mayAsk && (set === 'ask' || !settings.yes) ? 'ask' : 'off'
}
