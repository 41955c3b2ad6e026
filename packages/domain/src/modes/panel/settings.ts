import { z } from 'zod'
import type { ModeSeats } from '../../mode/mode.ts'
import type { Run } from '../../state/session.ts'

/** In the order in which they are seated: with four seats or more, one is the Devil's Advocate. */
const profiles = ['architect', 'security', 'performance', 'devils-advocate', 'qa', 'domain-expert', 'devops', 'ux']

/** Who sits in a panel for which nobody is named. */
export const panelSeats = (count = 3): ModeSeats => ({
  lead: 'head',
  judge: 'moderator',
  members: profiles.slice(0, count),
  needsJudge: true,
})

/** How deep a panel goes, in turns. */
export const depths: { readonly [depth: string]: number } = { quick: 10, standard: 30, deep: 50 }

const Depth = z.preprocess(
  (value) => (typeof value === 'string' ? value.toLowerCase() : value),
  z.enum(['quick', 'standard', 'deep']),
)

/** What a team or the settings tell a panel. */
export const PanelSettings = z.looseObject({
  moderatorPicks: z.boolean().default(false),
  depth: Depth.optional(),
  /** How many of the built-in profiles are seated where nobody is named. */
  seats: z.number().int().min(2).max(8).optional(),
  /** Somebody has set `maxTurns`: what the Head thinks of the depth does not count then. */
  turnsGiven: z.boolean().default(false),
})
export type PanelSettings = z.infer<typeof PanelSettings>

/** The settings as they were checked when the run was prepared; of what is no such setting, the defaults. */
export function panelSettings({ settings }: Pick<Run, 'settings'>): PanelSettings {
  const read = PanelSettings.safeParse(settings.mode)
  return read.success ? read.data : { moderatorPicks: false, turnsGiven: false }
}

const STANDARD = 30

/** The turns that the run may take: the person's own number, then the team's depth, then the Head's. */
export function turnCap(run: Pick<Run, 'settings' | 'limits'>, byHead: string | undefined): number {
  const { depth, turnsGiven } = panelSettings(run)
  const own = run.limits.maxTurns ?? STANDARD
  if (turnsGiven || own !== STANDARD) return own
  return depths[depth ?? byHead ?? ''] ?? own
}

/** The most turns it can come to, before the Head has said how deep it goes. */
export const mostTurns = (run: Pick<Run, 'settings' | 'limits'>): number => turnCap(run, 'deep')
