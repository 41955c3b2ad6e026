import {
  cleanLine,
  type Run,
  type Seat,
  type SeatedTeam,
  type Session,
  seatOf,
  seatsOf,
  teamColors,
} from '@convene/domain'
import type { Speaker } from './view.ts'

/** How people see the agent with this slug. Without a seat, it is just the slug. */
export function speakerOf(session: Session, slug: string): Speaker {
  const seat = session.run ? seatOf(session.run, slug) : undefined
  if (seat && session.run) return ofSeat(seat, session.run.team)
  return { slug, name: cleanLine(slug), icon: '', color: '', model: '' }
}

/** Every seat of the team, the lead first. */
export const speakersOf = (run: Run): readonly Speaker[] => seatsOf(run.team).map((seat) => ofSeat(seat, run.team))

const ofSeat = ({ slug, name, icon, color, model }: Seat, team: SeatedTeam): Speaker => ({
  slug,
  name: cleanLine(name),
  icon: cleanLine(icon),
  color: teamColors(team)[slug] ?? color,
  model: cleanLine(model),
})
