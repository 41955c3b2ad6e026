import type { ForkChange } from '../event/fork-change.ts'
import type { Refusal } from '../shared/result.ts'
import { isBusy, isFinal, type Run, type Session } from '../state/session.ts'
import { nearestName } from '../team/nearest-name.ts'
import { type Seat, seatsOf } from '../team/team.ts'
import { isUser } from '../team/user-seat.ts'
import { numberText } from '../text/amounts.ts'
import { constraintsWith } from './changed-brief.ts'

/** Every call by every agent includes the constraints. Forks of forks would turn them into a document. */
const LONGEST_CONSTRAINTS = 20_000

/** Why a run cannot be repeated with this change. Undefined if it can. */
export function refuseChange(session: Session, change: ForkChange): Refusal | undefined {
  const { run } = session
  if (!run) return no('nothing_to_change', 'This session has no run yet, so there is nothing to change.')
  if ((!isFinal(run.phase) && run.phase !== 'idle') || isBusy(session))
    return no('illegal_command', 'The run has not ended. Stop it or wait for it, then change one thing.')
  if (change.type === 'limit') return sameLimit(run, change)
  if (change.type === 'fact' || change.type === 'forbid') return tooLong(session, change)
  const seat = seatsOf(run.team).find(({ slug }) => slug === change.seat)
  return seat ? refuseSeat(run, seat, change) : unknownSeat(run, change.seat)
}

const OWN_SEAT =
  'This is your own seat, so it cannot be changed. Choose another seat, or start a new run without yours.'

type SeatChange = Extract<ForkChange, { readonly seat: string }>

function refuseSeat(run: Run, seat: Seat, change: SeatChange): Refusal | undefined {
  if (isUser(seat)) return no('needed_seat', OWN_SEAT)
  switch (change.type) {
    case 'model':
      return seat.model === change.model ? no('no_change', `${seat.name} already uses ${seat.model}.`) : undefined
    case 'swap':
      return seatsOf(run.team).some(({ slug }) => slug === change.agent)
        ? no('no_change', `${change.agent} is already in this team. Choose an agent who is not.`)
        : undefined
    case 'without':
      return refuseLeavingOut(run, seat)
  }
}

function refuseLeavingOut({ team, mode }: Run, seat: Seat): Refusal | undefined {
  if (!team.members.includes(seat))
    return no('needed_seat', `${seat.name} leads or judges, and the mode ${mode} needs that. Swap the seat instead.`)
  if (team.members.length === 1)
    return no('needed_seat', `${seat.name} is the only member. Swap the seat instead of leaving it out.`)
  return undefined
}

function unknownSeat({ team }: Run, wanted: string): Refusal {
  const slugs = seatsOf(team).map(({ slug }) => slug)
  const nearest = nearestName(wanted, slugs)
  const meant = nearest ? ` Did you mean "${nearest}"?` : ''
  return no('unknown_seat', `No seat "${wanted}" in this run.${meant} Seats: ${slugs.join(', ')}.`)
}

function sameLimit({ limits }: Run, { limit, value }: Extract<ForkChange, { type: 'limit' }>): Refusal | undefined {
  return limits[limit] === value ? no('no_change', 'That is the limit this run already had.') : undefined
}

function tooLong(session: Session, change: ForkChange): Refusal | undefined {
  if (constraintsWith(session.constraints, change).length <= LONGEST_CONSTRAINTS) return undefined
  const most = numberText(LONGEST_CONSTRAINTS)
  return no('too_long', `With this, the constraints of the session would exceed ${most} characters. Shorten the text.`)
}

const no = (code: string, message: string): Refusal => ({ code, message })
