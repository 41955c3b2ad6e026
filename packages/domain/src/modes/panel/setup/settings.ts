import { z } from 'zod'
import type { ModeSeats, ModeSettings } from '../../../mode/mode.ts'
import { onlyIf, onlyLower, onlySame } from '../../../setting/only-stricter.ts'
import { setting } from '../../../setting/setting.ts'
import type { Run } from '../../../state/session.ts'
import { agentMembers } from '../../../team/user-seat.ts'

/** In seating order: with four seats or more, one is the Devil's Advocate. */
const profiles = ['architect', 'security', 'performance', 'devils-advocate', 'qa', 'domain-expert', 'devops', 'ux']

const USUAL_SEATS = 3
const DEEP_SEATS = 5

/** The default panelists. A deep decision has five. */
export const panelSeats = (settings: ModeSettings = {}): ModeSeats => {
  const { seats, depth, protocol } = settings
  const usual = protocol === 'decide' && depth === 'deep' ? DEEP_SEATS : USUAL_SEATS
  const count = seats === undefined ? usual : Number(seats)
  return { lead: 'head', judge: 'moderator', members: profiles.slice(0, count), needsJudge: true }
}

/** The depth of a discussion in turns, and of a decision in rounds. */
export const depths: { readonly [depth: string]: number } = { quick: 10, standard: 30, deep: 50 }
const ROUNDS: { readonly [depth in Depth]: number } = { quick: 1, standard: 2, deep: 3 }
export const Depth = z.enum(['quick', 'standard', 'deep'])
export type Depth = z.infer<typeof Depth>

/** The panel's entries in the settings file. */
export const declaredPanelSettings = {
  seats: setting({
    schema: z.number().int().min(2).max(8),
    untrusted: onlyLower,
    label: 'Panel seats',
    hint: `How many panelists to seat if you name none: 2 to 8, usually ${USUAL_SEATS}.`,
    control: { placeholder: String(USUAL_SEATS) },
    option: {
      label: 'Seats',
      hint: 'How many panelists to seat, 2 to 8, if no team or agents are chosen.',
      flag: { name: 'seats', value: 'N', summary: 'how many panelists to seat if you name none' },
      by: 'user',
      kept: true,
    },
  }),
  protocol: setting({
    schema: z.enum(['decide', 'discuss', 'estimate']),
    untrusted: onlySame,
    label: 'Panel protocol',
    hint: 'How a panel works: a vote between options with at most a short debate, a moderated discussion, or an estimate of a number or a probability.',
    control: {
      unset: 'Chosen by the goal and the head',
      notes: {
        decide: 'vote first, debate only a split',
        discuss: 'turn by turn, then vote',
        estimate: 'sealed numbers, twice',
      },
    },
    option: {
      label: 'Protocol',
      flag: { name: 'protocol', value: 'PROTOCOL', summary: 'how a panel works' },
      by: 'program',
      kept: true,
    },
  }),
  depth: setting({
    schema: Depth,
    untrusted: onlySame,
    label: 'Panel depth',
    hint: 'The maximum rounds of a decision (1, 2 or 3) or turns of a discussion (10, 30 or 50).',
    control: {
      unset: 'Chosen by the head',
      notes: { quick: '1 round or 10 turns', standard: '2 rounds or 30 turns', deep: '3 rounds or 50 turns' },
    },
    option: {
      label: 'Depth',
      flag: { name: 'depth', value: 'DEPTH', summary: 'how long a panel takes (default: the head decides)' },
      by: 'program',
      kept: true,
    },
  }),
  ask: setting({
    schema: z.enum(['everyone', 'two-first', 'as-few-as-needed']),
    untrusted: onlySame,
    label: 'Who is asked',
    hint: 'In a decision: everyone at once, the two best panelists first, or as few as needed, without a debate. Every tenth asks everyone.',
    control: {
      unset: 'Two first; everyone for a deep decision',
      notes: {
        everyone: 'all panelists vote, and debate a split',
        'two-first': 'the others are asked if the two disagree or are not sure enough',
        'as-few-as-needed': 'one vote, no debate, until the result is 90 % likely right',
      },
    },
    option: {
      flag: {
        name: 'ask',
        value: 'WHO',
        summary: 'who votes in a decision (default: two-first, or everyone if it is deep)',
      },
      by: 'program',
      kept: true,
    },
  }),
  experiments: setting({
    schema: z.enum(['ask', 'auto', 'off']),
    untrusted: onlyIf((value, users) => value === 'ask' && users === 'auto'),
    label: 'Experiments',
    hint: 'If the blind vote of a decision splits, look at what would tell the options apart: you are asked, what your rules allow runs anyway, or never.',
    control: {
      unset: 'You are asked, if you are there',
      notes: {
        ask: 'you see the command, file or page, and allow it or skip it',
        auto: 'what your rules allow without asking runs',
        off: 'the panel debates at once',
      },
    },
    option: {
      flag: {
        name: 'experiments',
        value: 'HOW',
        summary: 'look at what splits a decision: ask you, auto (what your rules allow), or off',
      },
      by: 'user',
      kept: true,
    },
  }),
  debateAnyway: setting({
    schema: z.boolean(),
    untrusted: onlySame,
    label: 'Debate with one model',
    hint: 'Seats that share one model get different briefs and debate. Otherwise they only vote, since they would repeat each other. Default: false.',
    option: {
      label: 'Debate anyway',
      hint: 'If all seats use one model, give them different briefs and let them debate.',
      flag: { name: 'debate-anyway', summary: 'let seats that share one model debate, with different briefs' },
      by: 'user',
      kept: true,
    },
  }),
  userSeat: setting({
    schema: z.boolean(),
    untrusted: onlySame,
    label: 'A seat for you',
    hint: 'You speak and vote in every panel, before the others in each round. Each round waits for you for up to decisions.window seconds. Default: false.',
    option: {
      hint: 'You speak and vote in each round, before the others.',
      flag: { name: 'seat', summary: 'take a seat in the panel: speak and vote before the others in each round' },
      by: 'user',
      kept: true,
      not: ['page', 'sdk', 'hook'],
      inEditor: ['settings'],
    },
  }),
  moderatorPicks: setting({
    schema: z.boolean(),
    untrusted: onlySame,
    label: 'Moderator picks the next speaker',
    hint: 'Otherwise panelists take turns. Default: false.',
  }),
}

/** What a team or the settings specify for a panel. */
export const PanelSettings = z.looseObject({
  moderatorPicks: declaredPanelSettings.moderatorPicks.schema.default(false),
  protocol: declaredPanelSettings.protocol.schema.optional(),
  depth: Depth.optional(),
  seats: declaredPanelSettings.seats.schema.optional(),
  ask: declaredPanelSettings.ask.schema.optional(),
  experiments: declaredPanelSettings.experiments.schema.optional(),
  userSeat: declaredPanelSettings.userSeat.schema.default(false),
  debateAnyway: declaredPanelSettings.debateAnyway.schema.default(false),
  /** `maxTurns` was set explicitly: the Head's view of the depth does not count then. */
  turnsGiven: z.boolean().default(false),
})
export type PanelSettings = z.infer<typeof PanelSettings>

/** The settings as checked when the run was prepared. Invalid ones fall back to their defaults. */
export function panelSettings({ settings }: Pick<Run, 'settings'>): PanelSettings {
  const read = PanelSettings.safeParse(settings.mode)
  return read.success ? read.data : { moderatorPicks: false, userSeat: false, debateAnyway: false, turnsGiven: false }
}

const STANDARD = 30

/** The maximum turns of the run: the user's number, then the team's depth, then the Head's. */
export function turnCap(run: Pick<Run, 'settings' | 'limits'>, byHead: string | undefined): number {
  const own = run.limits.maxTurns ?? STANDARD
  return hasOwnTurns(run) ? own : (depths[panelSettings(run).depth ?? byHead ?? ''] ?? own)
}

/** Whether somebody set the number of turns. Otherwise it follows from the depth. */
export const hasOwnTurns = (run: Pick<Run, 'settings' | 'limits'>): boolean =>
  panelSettings(run).turnsGiven || (run.limits.maxTurns ?? STANDARD) !== STANDARD

/** The user's depth, then the Head's. */
export const depthOf = (run: Pick<Run, 'settings'>, byHead: string | undefined): Depth =>
  panelSettings(run).depth ?? Depth.safeParse(byHead).data ?? 'standard'

/**
 * The maximum rounds of a decision. Panelists with the same model would repeat each other: they vote once, unless
 * someone asked for more.
 */
export function roundsOf(run: Pick<Run, 'settings' | 'team'>, byHead: string | undefined): number {
  return onlyVotes(run) || panelSettings(run).ask === 'as-few-as-needed' ? 1 : ROUNDS[depthOf(run, byHead)]
}

/** Twice, with an exchange of reasons in between. A quick one and copies of one model answer once. */
export const estimateRounds = (run: Pick<Run, 'settings' | 'team'>): number =>
  onlyVotes(run) || panelSettings(run).depth === 'quick' ? 1 : 2

export const onlyVotes = (run: Pick<Run, 'settings' | 'team'>): boolean =>
  onlyModel(run) !== undefined && panelSettings(run).depth === undefined && !panelSettings(run).debateAnyway

/** Whether seats that share one model get different briefs, so that they have something to debate. */
export const hasBriefs = (run: Pick<Run, 'settings' | 'team'>): boolean =>
  panelSettings(run).debateAnyway && onlyModel(run) !== undefined

/** Why there is no debate, if that is because all panelists use one model. */
export const onlyVotesText = (run: Pick<Run, 'settings' | 'team'>): string | undefined =>
  onlyVotes(run)
    ? `All seats use ${onlyModel(run)}: they vote, they do not debate. Give them different models, or let them debate anyway.`
    : undefined

/** The model of all panelists, if there is only one; a rehearsal shows how a panel goes. */
export function onlyModel({ team, settings }: Pick<Run, 'settings' | 'team'>): string | undefined {
  const [only = '', ...others] = new Set(agentMembers(team).map(({ model }) => model))
  return others.length > 0 || settings.models[only]?.rehearsal ? undefined : only
}

/** The turn limit at the start: the user's, or the depth's. If neither is set, the Head may still choose another. */
export const turnsAtStart = (run: Pick<Run, 'settings' | 'limits'>): number => turnCap(run, undefined)

/** The most turns possible before the Head has chosen the depth. */
export const mostTurns = (run: Pick<Run, 'settings' | 'limits'>): number => turnCap(run, 'deep')
