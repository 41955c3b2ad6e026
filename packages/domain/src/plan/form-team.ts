import type { Run } from '../session/state.ts'
import { assert } from '../shared/assert.ts'
import type { Seat } from '../team/team.ts'
import type { StepRun } from './plan.ts'

/** Who owns the goal: the team's lead, else whoever plans, else the first member. */
export function leadOf(run: Run): Seat {
  const { lead, members } = run.team
  const seat = lead ?? members.find(isPlanner) ?? members[0]
  assert(seat, 'a team that plans has somebody in it')
  return seat
}

const isPlanner = ({ slug }: Seat): boolean => slug === 'planner'

/** The member with the slug `planner`, else the lead. */
export const plannerOf = (run: Run): Seat => run.team.members.find(isPlanner) ?? leadOf(run)

/** Who may own a step: the members, and the lead. */
export function ownersOf(run: Run): readonly Seat[] {
  const lead = leadOf(run)
  const { members } = run.team
  return members.some(({ slug }) => slug === lead.slug) ? members : [...members, lead]
}

/** Who reviews the plan: everybody but its planner. */
export const teammatesOf = (run: Run): readonly Seat[] =>
  ownersOf(run).filter(({ slug }) => slug !== plannerOf(run).slug)

export const canReview = ({ capabilities }: Seat): boolean => capabilities.includes('review')

/** The judge, else a member that can review, else the lead, else anybody: never who owns the step. */
export function reviewerOf(run: Run, step: StepRun): Seat | undefined {
  const { judge, members } = run.team
  const able = members.filter(canReview)
  const candidates = [...(judge ? [judge] : []), ...named(able, 'reviewer'), ...able, leadOf(run), ...members]
  return candidates.find(({ slug }) => slug !== step.owner)
}

/** Among several who can review, the one whose trade it is. */
const named = (seats: readonly Seat[], role: string): readonly Seat[] => seats.filter((seat) => seat.role === role)

/** Who takes over a step: whoever can most of what its owner can, and is not locked out. */
export function successorOf(run: Run, step: StepRun): Seat | undefined {
  const owner = ownersOf(run).find(({ slug }) => slug === step.owner)
  const barred = [step.owner, ...step.lockedOut, plannerOf(run).slug]
  const others = ownersOf(run).filter(({ slug }) => !barred.includes(slug))
  const shared = ({ capabilities }: Seat) => capabilities.filter((one) => owner?.capabilities.includes(one)).length
  return others.toSorted((one, other) => shared(other) - shared(one))[0]
}

/** What a goal asks for, by its words. */
const needs: readonly (readonly [capability: string, words: RegExp])[] = [
  ['code', /\b(add|build|change|code|debug|fix|implement|make|migrate|port|refactor|remove|rename|replace|upgrade)\b/i],
  ['test', /\b(test|tests|verify|check|coverage|regression|bug|fix)\b/i],
  ['review', /\b(review|audit|assess|secure|security)\b/i],
  ['research', /\b(research|compare|find out|investigate|look up|survey|which|evaluate)\b/i],
  ['write', /\b(document|docs|documentation|write|readme|guide|explain|report|summari[sz]e)\b/i],
]

export const needsOf = (goal: string): readonly string[] =>
  needs.flatMap(([capability, words]) => (words.test(goal) ? [capability] : []))

/** The composition in words: who does what for this goal, by role and capability. */
export function compositionText(run: Run): string {
  const needed = needsOf(run.goal)
  const { judge } = run.team
  const parts = [
    ...ownersOf(run).map((seat) => dutiesOf(run, seat, needed)),
    ...(judge ? [`${judge.name} reviews`] : []),
  ]
  return `Team formed by role and capability: ${parts.join('; ')}.`
}

function dutiesOf(run: Run, seat: Seat, needed: readonly string[]): string {
  const can = seat.capabilities.filter((one) => needed.includes(one))
  const duties = [
    seat.slug === leadOf(run).slug ? 'leads' : '',
    seat.slug === plannerOf(run).slug ? 'plans' : '',
    can.length > 0 ? `is there to ${can.join(', ')}` : '',
  ].filter((duty) => duty !== '')
  const known = duties.length === 0 && seat.capabilities.length > 0 ? ` (${seat.capabilities.join(', ')})` : ''
  return `${seat.name}${known}${duties.length > 0 ? ` ${duties.join(' and ')}` : ''}`
}

/** Capabilities that the goal asks for and nobody has. */
export function missingIn(run: Run): readonly string[] {
  const seats = [...ownersOf(run), ...(run.team.judge ? [run.team.judge] : [])]
  const had = seats.flatMap(({ capabilities }) => capabilities)
  return had.length === 0 ? [] : needsOf(run.goal).filter((capability) => !had.includes(capability))
}

/** The seat that a name means: by slug or name, ignoring case and quotes. */
export function seatNamed(seats: readonly Seat[], written: string): Seat | undefined {
  const wanted = written
    .replace(/^[@`"'*]+|[`"'*]+$/g, '')
    .trim()
    .toLowerCase()
  return seats.find(({ slug, name }) => slug === wanted || name.toLowerCase() === wanted)
}
