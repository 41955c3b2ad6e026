import { findMember } from '../../answer/find-member.ts'
import { vendorOf } from '../../counting/vendor.ts'
import { assert } from '../../shared/assert.ts'
import { type Run, seatOf } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { type ChosenMembers, canReview, needsOf } from './choose-members.ts'
import type { Plan, StepRun } from './state.ts'

/** Who owns the goal: the team's lead, else the planner, else the first member. */
export function leadOf(run: Run): Seat {
  const { lead, members } = run.team
  const seat = lead ?? members.find(isPlanner) ?? members[0]
  assert(seat, 'a team that plans has somebody in it')
  return seat
}

const isPlanner = ({ slug }: Seat): boolean => slug === 'planner'

/** The member with the slug `planner`, else the lead. */
export const plannerOf = (run: Run): Seat => run.team.members.find(isPlanner) ?? leadOf(run)

/** The members chosen for the goal. Before that, all of them. */
function chosenOf({ team, data }: Run): readonly Seat[] {
  const plan = data as Plan | null
  const chosen = plan?.members ?? null
  if (!plan || chosen === null) return team.members
  const owners = [...plan.draft, ...plan.steps].map(({ owner }) => owner)
  return team.members.filter(({ slug }) => chosen.includes(slug) || owners.includes(slug))
}

/** Who a plan may give a step to. Includes members that were not chosen, who join with it. */
export const candidatesOf = (run: Run): readonly Seat[] => withLead(run, run.team.members)

/** Members that were not chosen and have no step. */
export const leftOutOf = (run: Run): readonly Seat[] => {
  const chosen = chosenOf(run)
  return run.team.members.filter((seat) => !chosen.includes(seat))
}

/** Who may own a step: the chosen members, and the lead. */
export const ownersOf = (run: Run): readonly Seat[] => withLead(run, chosenOf(run))

function withLead(run: Run, members: readonly Seat[]): readonly Seat[] {
  const lead = leadOf(run)
  return members.some(({ slug }) => slug === lead.slug) ? members : [...members, lead]
}

/** Who reviews the plan: everyone but its planner. */
export const teammatesOf = (run: Run): readonly Seat[] =>
  ownersOf(run).filter(({ slug }) => slug !== plannerOf(run).slug)

/**
 * The judge, else a member that can review, else the lead, else anyone, but never the step's owner. Among those who can
 * review, one whose model is of another vendor than the owner's comes first.
 */
export function reviewerOf(run: Run, step: StepRun): Seat | undefined {
  const { judge } = run.team
  const members = chosenOf(run)
  const able = members.filter(canReview)
  const reviewers = [...(judge ? [judge] : []), ...named(able, 'reviewer'), ...able]
  const vendor = vendorOf(seatOf(run, step.owner)?.model ?? '')
  const isOther = ({ model }: Seat) => vendorOf(model) !== vendor
  const candidates = [...reviewers.filter(isOther), ...reviewers, leadOf(run), ...members]
  return candidates.find(({ slug }) => slug !== step.owner)
}

/** Among several who can review, the one with that role. */
const named = (seats: readonly Seat[], role: string): readonly Seat[] => seats.filter((seat) => seat.role === role)

/** Who takes over a step: the member that shares the most capabilities with its owner and is not locked out. */
export function successorOf(run: Run, step: StepRun): Seat | undefined {
  const owner = ownersOf(run).find(({ slug }) => slug === step.owner)
  const barred = [step.owner, ...step.lockedOut, plannerOf(run).slug]
  const others = ownersOf(run).filter(({ slug }) => !barred.includes(slug))
  const shared = ({ capabilities }: Seat) => capabilities.filter((one) => owner?.capabilities.includes(one)).length
  return others.toSorted((one, other) => shared(other) - shared(one))[0]
}

/** The composition in words: who does what for this goal, by role and capability. */
export function compositionText(whole: Run, { members, leftOut }: ChosenMembers): string {
  const run = { ...whole, data: { ...(whole.data as Plan), members } }
  const needed = needsOf(run.goal)
  const { judge } = run.team
  const out = run.team.members.filter(({ slug }) => leftOut.includes(slug)).map(({ name }) => name)
  const parts = [
    ...ownersOf(run).map((seat) => dutiesOf(run, seat, needed)),
    ...(judge ? [`${judge.name} reviews`] : []),
  ]
  const rest = out.length > 0 ? ` Not needed for this goal: ${out.join(', ')}.` : ''
  return `Team: ${parts.join(', ')}.${rest}`
}

/** `Planner leads and plans`, `Coder (code, test)`: what the goal needs of a member, else all that it can do. */
function dutiesOf(run: Run, seat: Seat, needed: readonly string[]): string {
  const can = seat.capabilities.filter((one) => needed.includes(one))
  const duties = [seat.slug === leadOf(run).slug && 'leads', seat.slug === plannerOf(run).slug && 'plans'].filter(
    (duty) => duty !== false,
  )
  const known = can.length > 0 || duties.length > 0 ? can : seat.capabilities
  const words = [seat.name, duties.join(' and '), known.length > 0 ? `(${known.join(', ')})` : '']
  return words.filter((word) => word !== '').join(' ')
}

/** Capabilities the goal needs and nobody has. */
export function missingIn(run: Run): readonly string[] {
  const seats = [...ownersOf(run), ...(run.team.judge ? [run.team.judge] : [])]
  const had = seats.flatMap(({ capabilities }) => capabilities)
  return had.length === 0 ? [] : needsOf(run.goal).filter((capability) => !had.includes(capability))
}

/** The seat a name refers to, as far as it can only mean one: `@Ann`, `Ben (tests)`, `code_reviewer`. */
export const seatNamed = (seats: readonly Seat[], written: string): Seat | undefined =>
  findMember(written, seats)?.member
