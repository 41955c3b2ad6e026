import type { Run } from '@convene/domain'
import { type ApproachName, formOf } from './form.ts'

export type { ApproachName } from './form.ts'

/** The setting that tells two approaches of one mode apart. */
export type ModeChoice = { readonly protocol: 'discuss' | 'estimate' }

/** What a user wants from a goal, and how a team gets there. */
export type Approach = {
  readonly name: ApproachName
  readonly label: string
  /** What people get, in a word: what lists and chips call a session. */
  readonly noun: string
  /** What happens, in one sentence. */
  readonly summary: string
  readonly mode: string
  /** What it sets in its mode. */
  readonly settings?: ModeChoice
  /** The built-in team made for it, if any. */
  readonly team?: string
}

/** What a goal can be for, in the order in which they are offered. */
export const approaches: readonly Approach[] = [
  {
    name: 'decision',
    label: 'Get a decision',
    noun: 'Decision',
    summary: 'Experts vote blind, debate what splits them, and decide. The minority is heard.',
    mode: 'panel',
  },
  {
    name: 'discussion',
    label: 'Have it discussed',
    noun: 'Discussion',
    summary: 'Experts discuss it turn by turn under a moderator. A report with every view.',
    mode: 'panel',
    settings: { protocol: 'discuss' },
  },
  {
    name: 'opinions',
    label: 'Several opinions',
    noun: 'Opinions',
    summary: 'The same question to several experts at once. Where they agree, and where not.',
    mode: 'broadcast',
    team: 'several-opinions',
  },
  {
    name: 'build',
    label: 'Have it built',
    noun: 'Build',
    summary: 'A plan that you approve, carried out step by step and reviewed.',
    mode: 'plan',
  },
  {
    name: 'research',
    label: 'Research it',
    noun: 'Research',
    summary: 'A lead splits the question, members look into it, one report with sources.',
    mode: 'orchestrate',
    team: 'deep-research',
  },
  {
    name: 'review',
    label: 'Review it',
    noun: 'Review',
    summary: 'Reviewers look for what is wrong. Findings, most serious first.',
    mode: 'reflect',
    team: 'code-review-team',
  },
  { name: 'ask', label: 'Just ask one', noun: 'Answer', summary: 'One agent answers, with tools.', mode: 'agent' },
  {
    name: 'estimate',
    label: 'Get an estimate',
    noun: 'Estimate',
    summary: 'Experts estimate a number or a probability, sealed. A range, with what it depends on.',
    mode: 'panel',
    settings: { protocol: 'estimate' },
  },
]

/** A way to work on one goal, and why. */
export type ChosenApproach = Pick<Approach, 'mode' | 'team' | 'settings'> & {
  readonly name: ApproachName
  readonly label: string
  /** What in the goal suggests it, worded as the end of `because …`. */
  readonly because: string
}

/** Chooses by the goal's wording. If `wanted` names the approach, the goal only determines the best team for it. */
export function chooseApproach(goal: string, wanted?: ApproachName): ChosenApproach {
  const form = formOf(goal)
  const name = wanted ?? form.approach
  const { label, mode, team, settings } = approachCalled(name)
  const usual = { name, label, mode, ...(team !== undefined && { team }), ...(settings && { settings }) }
  if (name !== form.approach) return { ...usual, because: 'you chose it' }
  return { ...usual, ...form.instead, because: form.because }
}

/** The approach a mode and a team amount to, to highlight when the user has chosen those two. */
export function approachOf(mode: string, team = '', protocol = ''): ApproachName | undefined {
  const ofMode = approaches.filter((each) => each.mode === mode)
  const special = ofMode.find(({ settings }) => protocol !== '' && settings?.protocol === protocol)
  if (special && team === '') return special.name
  return byTeam[team] ?? ofMode[0]?.name ?? otherModes[mode]
}

/** What a mode and a team get the user, in a word. A mode that no approach has is called by its own name. */
export function outcomeWord(mode: string, team = '', protocol = ''): string {
  const isSaid = protocol !== '' && byTeam[team] === undefined
  const special = isSaid
    ? approaches.find((each) => each.mode === mode && each.settings?.protocol === protocol)
    : undefined
  const name = special?.name ?? approachOf(mode, team, protocol)
  return name ? approachCalled(name).noun : mode.charAt(0).toUpperCase() + mode.slice(1)
}

/** What a run gets the user, in a word. */
export const runOutcomeWord = ({ mode, team, settings }: Pick<Run, 'mode' | 'team' | 'settings'>): string =>
  outcomeWord(mode, team.slug, String(settings.mode.protocol ?? ''))

const byTeam: { readonly [team: string]: ApproachName } = {
  'incident-review': 'review',
  'architecture-review': 'review',
  'quick-reflection': 'ask',
}

const otherModes: { readonly [mode: string]: ApproachName } = { sequential: 'build', delegate: 'build' }

const approachCalled = (name: ApproachName): Approach =>
  approaches.find((each) => each.name === name) ?? (approaches[0] as Approach)
