import type { Run } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { planSettings } from './settings.ts'

/** What a goal needs, judging by its words. */
const needs: readonly (readonly [capability: string, words: RegExp])[] = [
  ['code', /\b(add|build|change|code|debug|fix|implement|make|migrate|port|refactor|remove|rename|replace|upgrade)\b/i],
  ['test', /\b(test|tests|verify|check|coverage|regression|bug|fix)\b/i],
  ['review', /\b(review|audit|assess|secure|security)\b/i],
  ['research', /\b(research|compare|find out|investigate|look up|survey|which|evaluate)\b/i],
  ['write', /\b(document|docs|documentation|write|readme|guide|explain|report|summari[sz]e)\b/i],
]

export const needsOf = (goal: string): readonly string[] =>
  needs.flatMap(([capability, words]) => (words.test(goal) ? [capability] : []))

/** The trade a role implies, if its agent says nothing more about itself. */
const trades: readonly (readonly [capability: string, role: RegExp])[] = [
  ['code', /\b(architect|coder|developer|engineer|programmer)\b/i],
  ['test', /\b(qa|quality|tester)\b/i],
  ['review', /\b(auditor|critic|reviewer|security)\b/i],
  ['research', /\b(analyst|researcher|scout)\b/i],
  ['write', /\b(documentarian|editor|writer)\b/i],
]

const tradesOf = ({ role, capabilities }: Seat): readonly string[] => [
  ...capabilities,
  ...trades.flatMap(([capability, words]) => (words.test(role) ? [capability] : [])),
]

/** Who works on a goal and who is not needed, by slug. */
export type ChosenMembers = {
  readonly needs: readonly string[]
  readonly members: readonly string[]
  readonly leftOut: readonly string[]
}

/**
 * Chooses by role and capability. Members without a description stay, and so do the lead, the planner and reviewers. If
 * the goal gives no hint, or nobody fits, everyone stays: an empty team is no help.
 */
export function chooseMembers(run: Run): ChosenMembers {
  const { lead, judge, members } = run.team
  const needs = needsOf(run.goal)
  const fits = (seat: Seat) => tradesOf(seat).some((trade) => needs.includes(trade) || isNamed(run.goal, trade))
  const reviewer = judge ? undefined : (members.find(({ role }) => role === 'reviewer') ?? members.find(canReview))
  const isHeld = (seat: Seat, index: number) =>
    seat.slug === 'planner' || seat.slug === reviewer?.slug || (lead === undefined && index === 0)
  const isFree = !planSettings(run).chooseMembers || needs.length === 0 || !members.some(fits)
  const stays = (seat: Seat, index: number) =>
    isFree || fits(seat) || isHeld(seat, index) || tradesOf(seat).length === 0
  const slugsOf = (seats: readonly Seat[]) => seats.map(({ slug }) => slug)
  const chosen = members.filter(stays)
  return { needs, members: slugsOf(chosen), leftOut: slugsOf(members.filter((seat) => !chosen.includes(seat))) }
}

export const canReview = ({ capabilities }: Seat): boolean => capabilities.includes('review')

/** A goal that mentions a capability by name needs it. */
const isNamed = (goal: string, trade: string): boolean =>
  goal
    .toLowerCase()
    .split(/[^\p{L}\p{N}-]+/u)
    .includes(trade.toLowerCase())
