import { z } from 'zod'
import type { ModeSeats } from '../../mode/mode.ts'
import { onlyLower, onlySame } from '../../setting/only-stricter.ts'
import { setting } from '../../setting/setting.ts'
import type { Run } from '../../state/session.ts'

/** In the order in which they are seated: with four seats or more, one is the Devil's Advocate. */
const profiles = ['architect', 'security', 'performance', 'devils-advocate', 'qa', 'domain-expert', 'devops', 'ux']

const USUAL_SEATS = 3

/** The default panelists. */
export const panelSeats = (count = USUAL_SEATS): ModeSeats => ({
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

/** What the settings file says about panels. */
export const declaredPanelSettings = {
  seats: setting({
    schema: z.number().int().min(2).max(8),
    untrusted: onlyLower,
    label: 'Panel seats',
    hint: `Panelists if you name none: 2 to 8, usually ${USUAL_SEATS}.`,
    control: { placeholder: String(USUAL_SEATS) },
  }),
  depth: setting({
    schema: z.enum(['Quick', 'Standard', 'Deep']),
    untrusted: onlySame,
    label: 'Panel depth',
    hint: 'How many turns a panel takes: 10, 30 or 50.',
    control: {
      unset: 'Chosen by the head',
      notes: { Quick: '10 turns', Standard: '30 turns', Deep: '50 turns' },
    },
  }),
  moderatorPicks: setting({
    schema: z.boolean(),
    untrusted: onlySame,
    label: 'Moderator picks the next speaker',
    hint: 'Otherwise panelists take turns. Default: false.',
  }),
}

/** What a team or the settings tell a panel. */
export const PanelSettings = z.looseObject({
  moderatorPicks: declaredPanelSettings.moderatorPicks.schema.default(false),
  depth: Depth.optional(),
  seats: declaredPanelSettings.seats.schema.optional(),
  /** Somebody has set `maxTurns`: what the Head thinks of the depth does not count then. */
  turnsGiven: z.boolean().default(false),
})
export type PanelSettings = z.infer<typeof PanelSettings>

/** The settings as they were checked when the run was prepared; invalid ones become the defaults. */
export function panelSettings({ settings }: Pick<Run, 'settings'>): PanelSettings {
  const read = PanelSettings.safeParse(settings.mode)
  return read.success ? read.data : { moderatorPicks: false, turnsGiven: false }
}

const STANDARD = 30

/** The turns that the run may take: the user's number, then the team's depth, then the Head's. */
export function turnCap(run: Pick<Run, 'settings' | 'limits'>, byHead: string | undefined): number {
  const { depth, turnsGiven } = panelSettings(run)
  const own = run.limits.maxTurns ?? STANDARD
  if (turnsGiven || own !== STANDARD) return own
  return depths[depth ?? byHead ?? ''] ?? own
}

/** The turn limit at the start: the user's, or the depth's. The Head may still choose another if neither is set. */
export const turnsAtStart = (run: Pick<Run, 'settings' | 'limits'>): number => turnCap(run, undefined)

/** The most turns it can come to, before the Head has said how deep it goes. */
export const mostTurns = (run: Pick<Run, 'settings' | 'limits'>): number => turnCap(run, 'deep')
