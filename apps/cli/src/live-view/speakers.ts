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
import type { LiveSpeaker } from './view.ts'

/** How people see the agent with this slug. Without a seat, it is just the slug. */
export function liveSpeakerOf(session: Session, slug: string): LiveSpeaker {
  const seat = session.run ? seatOf(session.run, slug) : undefined
  if (seat && session.run) return ofSeat(seat, session.run.team)
  return { slug, name: cleanLine(slug), icon: '', color: '', model: '' }
}

/** Every seat of the team, the lead first. */
export const liveSpeakersOf = (run: Run): readonly LiveSpeaker[] =>
  seatsOf(run.team).map((seat) => ofSeat(seat, run.team))

const ofSeat = ({ slug, name, icon, color, model }: Seat, team: SeatedTeam): LiveSpeaker => ({
  slug,
  name: cleanLine(name),
  icon: cleanLine(icon),
  color: teamColors(team)[slug] ?? color,
  model: cleanLine(model),
})
