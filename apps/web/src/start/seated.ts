import { isUser, traitsOf } from '@convene/domain'
import type { Output } from '@convene/protocol'

type Preview = Output<'preview'>

/** Those who do the work. A lead and a judge come with the mode. */
export function workersIn(seats: Preview['seats']): Preview['seats'] {
  const workers = seats.filter(({ seat }) => seat === 'member' || seat === 'agent')
  return workers.length > 0 ? workers : seats
}

/** The members the user can swap. If there is an entry agent, it leads, and is one of them. */
export function membersIn(preview: Pick<Preview, 'mode' | 'seats'> | null): readonly string[] {
  const roles = ['member', 'agent', ...(traitsOf(preview?.mode ?? '').entry ? ['lead'] : [])]
  const seats = (preview?.seats ?? []).filter((seat) => roles.includes(seat.seat) && !isUser(seat))
  return seats.map(({ slug }) => slug)
}

/** The models of the seats that work, each once. */
export const modelsIn = ({ seats }: Pick<Preview, 'seats'>): readonly string[] => [
  ...new Set(workersIn(seats).flatMap((seat) => (isUser(seat) ? [] : [seat.model]))),
]
