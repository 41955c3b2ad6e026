import { compilePattern } from '../../pattern/compile-pattern.ts'
import type { Refusal } from '../../shared/result.ts'
import type { RunStart } from '../../state/command.ts'
import { PanelSettings } from './setup/settings.ts'

const FEWEST = 2
const MOST = 8

/** Why this team cannot hold a panel. Undefined if it can. */
export function refusePanel({ team, limits, settings }: RunStart): Refusal | undefined {
  const size = team.members.length
  if (size < FEWEST || size > MOST)
    return {
      code: 'bad_panel',
      message: `A panel has ${FEWEST} to ${MOST} panelists, not ${size}. Name that many, or choose a team of that size.`,
    }
  if (limits.maxTurns !== null && limits.maxTurns < FEWEST)
    return { code: 'bad_panel', message: `A panel needs at least ${FEWEST} turns. maxTurns is ${limits.maxTurns}.` }
  const read = PanelSettings.safeParse(settings.mode)
  if (!read.success) {
    const [issue] = read.error.issues
    return {
      code: 'bad_panel',
      message: `Invalid panel setting ${issue?.path.join('.')}: ${issue?.message}.`,
    }
  }
  const bad = limits.prohibitedPatterns.map(compilePattern).find((pattern) => !pattern.ok)
  return bad && !bad.ok ? bad.refusal : undefined
}
