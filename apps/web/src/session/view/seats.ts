import {
  agentColor,
  type Colors,
  type Run,
  type Seat,
  type Session,
  seatOf,
  seatsOf,
  teamColors,
} from '@convene/domain'
import { oneLine } from '../../ui/text/neutral.ts'

/** An agent for display. */
export type Speaker = {
  readonly slug: string
  readonly name: string
  readonly role: string
  readonly icon: string
  readonly color: string
  readonly model: string
}

const known = new WeakMap<object, Map<string, Speaker>>()
const nobody = {}

/** The agent for a slug, as the same object for the same team. Without a seat, its slug is its name. */
export function speakerOf({ run }: Session, slug: string): Speaker {
  const team = run?.team ?? nobody
  const speakers = known.get(team) ?? new Map<string, Speaker>()
  known.set(team, speakers)
  const before = speakers.get(slug)
  if (before) return before
  const seat = run ? seatOf(run, slug) : undefined
  const speaker = seat
    ? ofSeat(seat, run ? teamColors(run.team) : {})
    : { slug, name: oneLine(slug), role: '', icon: '', color: agentColor({ slug, color: '' }), model: '' }
  speakers.set(slug, speaker)
  return speaker
}

/** The team's seats, lead first. */
export const speakersOf = ({ team }: Run): readonly Speaker[] =>
  seatsOf(team).map((seat) => ofSeat(seat, teamColors(team)))

type Seated = Pick<Seat, 'slug' | 'name' | 'role' | 'icon' | 'color' | 'model' | 'seat'>

/** A seat for display, in its team colour. */
export const ofSeat = ({ slug, name, role, icon, color, model, seat }: Seated, colors: Colors): Speaker => ({
  slug,
  name: oneLine(name),
  role: roleOf(oneLine(role), oneLine(name), seat),
  icon: oneLine(icon),
  color: colors[slug] ?? agentColor({ slug, color }),
  model: oneLine(model),
})

/** An agent's role in the team, unless it equals its name. */
function roleOf(role: string, name: string, seat: Seat['seat']): string {
  const said = role || (seat === 'member' || seat === 'agent' ? '' : seat)
  return said.toLowerCase() === name.toLowerCase() ? '' : said
}
