import { vendorOf } from '../../counting/vendor.ts'
import { hashNumber } from '../../shared/hash.ts'
import { type Run, seatOf } from '../../state/session.ts'
import { randomFrom, shuffled } from '../../team/draw-models.ts'
import type { Seat } from '../../team/team.ts'
import { isUser } from '../../team/user-seat.ts'
import { canReview } from './choose-members.ts'
import { ownersOf, plannerOf } from './form-team.ts'
import type { StepRun } from './state.ts'

/** More reviewers than this cost more than they see. */
const MOST_JUDGES = 3

/**
 * Who builds a step, in an order that says nothing about them: its owner, and those who can do the same work, with
 * models of vendors that nobody else has. At least one seat is left to compare what they build.
 */
export function buildersOf(run: Run, step: StepRun, wanted: number): readonly Seat[] {
  const owner = seatOf(run, step.owner)
  if (!owner) return []
  const others = ownersOf(run).filter((seat) => canBuild(run, step, owner, seat))
  const spare = run.team.judge ? 0 : 1
  const room = Math.max(1, Math.min(wanted, everybody(run).length - spare))
  const chosen = [owner]
  while (chosen.length < room) {
    const next = bestOf(
      others.filter((seat) => !chosen.includes(seat)),
      chosen,
    )
    if (!next) break
    chosen.push(next)
  }
  return dealt(run, step, chosen)
}

/** The planner has the plan to look after, and a seat that only reads cannot build. */
const canBuild = (run: Run, step: StepRun, owner: Seat, seat: Seat): boolean =>
  seat.slug !== owner.slug &&
  seat.slug !== plannerOf(run).slug &&
  seat.execution === owner.execution &&
  !isUser(seat) &&
  !step.lockedOut.includes(seat.slug)

function bestOf(seats: readonly Seat[], chosen: readonly Seat[]): Seat | undefined {
  const vendors = new Set(chosen.map(({ model }) => vendorOf(model)))
  const abilities = chosen[0]?.capabilities ?? []
  const worth = ({ model, role, capabilities }: Seat): number =>
    (vendors.has(vendorOf(model)) ? 0 : 100) +
    (role === 'reviewer' ? 0 : 10) +
    capabilities.filter((one) => abilities.includes(one)).length
  return seats.toSorted((one, other) => worth(other) - worth(one))[0]
}

/** The same in every process. The step's owner is not always the first. */
function dealt(run: Run, { id, attempt }: StepRun, seats: readonly Seat[]): readonly Seat[] {
  const slugs = seats.map(({ slug }) => slug)
  return shuffled(slugs, randomFrom(hashNumber(`${run.id} ${id} ${attempt}`))).flatMap(
    (slug) => seatOf(run, slug) ?? [],
  )
}

function everybody(run: Run): readonly Seat[] {
  const { judge } = run.team
  const seats = [...(judge ? [judge] : []), ...ownersOf(run)].filter((seat) => !isUser(seat))
  return seats.filter((seat, index) => seats.findIndex(({ slug }) => slug === seat.slug) === index)
}

/** Who compares the candidates: seats that built none of them, reviewers first. */
export function judgesOf(run: Run, builders: readonly string[]): readonly Seat[] {
  const { judge } = run.team
  const rank = (seat: Seat): number =>
    seat.slug === judge?.slug ? 0 : seat.role === 'reviewer' ? 1 : canReview(seat) ? 2 : 3
  return everybody(run)
    .filter(({ slug }) => !builders.includes(slug))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, MOST_JUDGES)
}
