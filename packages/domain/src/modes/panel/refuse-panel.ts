import { compilePattern } from '../../pattern/compile-pattern.ts'
import type { Refusal } from '../../shared/result.ts'
import type { RunStart } from '../../state/command.ts'
import { PanelSettings } from './settings.ts'

const FEWEST = 2
const MOST = 8

/** Why this team cannot hold a panel, if it cannot. */
export function refusePanel({ team, limits, settings }: RunStart): Refusal | undefined {
  const size = team.members.length
  if (size < FEWEST || size > MOST)
    return {
      code: 'bad_panel',
      message: `A panel has ${FEWEST} to ${MOST} panelists, not ${size}. Name them, or choose a team that has as many.`,
    }
  if (limits.maxTurns !== null && limits.maxTurns < FEWEST)
    return { code: 'bad_panel', message: `A panel takes at least ${FEWEST} turns: maxTurns is ${limits.maxTurns}.` }
  const read = PanelSettings.safeParse(settings.mode)
  if (!read.success) {
    const [issue] = read.error.issues
    return {
      code: 'bad_panel',
      message: `The panel's setting ${issue?.path.join('.')} cannot be used: ${issue?.message}.`,
    }
  }
  const bad = limits.prohibitedPatterns.map(compilePattern).find((pattern) => !pattern.ok)
  return bad && !bad.ok ? bad.refusal : undefined
}
