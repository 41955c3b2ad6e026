import { type Run, type Seat, type Session, seatOf, seatsOf } from '@convene/domain'
import { oneLine } from '../text/neutral.ts'

/** An agent as people see it. */
export type Speaker = {
  readonly slug: string
  readonly name: string
  readonly role: string
  readonly icon: string
  readonly color: string
  readonly model: string
}

const palette = ['#4F46E5', '#0D9488', '#C2410C', '#7C3AED', '#0369A1', '#B91C1C', '#4D7C0F', '#BE185D']

const known = new WeakMap<object, Map<string, Speaker>>()
const nobody = {}

/** The agent behind a slug, the same object for the same team; where it has no seat, its slug has to do. */
export function speakerOf({ run }: Session, slug: string): Speaker {
  const team = run?.team ?? nobody
  const speakers = known.get(team) ?? new Map<string, Speaker>()
  known.set(team, speakers)
  const before = speakers.get(slug)
  if (before) return before
  const seat = run ? seatOf(run, slug) : undefined
  const speaker = seat
    ? ofSeat(seat)
    : { slug, name: oneLine(slug), role: '', icon: '', color: colorOf(slug), model: '' }
  speakers.set(slug, speaker)
  return speaker
}

export const nameOf = (session: Session, slug: string): string => speakerOf(session, slug).name

/** Everybody who sits in the team, the lead first. */
export const speakersOf = (run: Run): readonly Speaker[] => seatsOf(run.team).map(ofSeat)

type Seated = Pick<Seat, 'slug' | 'name' | 'role' | 'icon' | 'color' | 'model' | 'seat'>

/** An agent as it sits in a team. */
export const ofSeat = ({ slug, name, role, icon, color, model, seat }: Seated): Speaker => ({
  slug,
  name: oneLine(name),
  role: roleOf(oneLine(role), oneLine(name), seat),
  icon: oneLine(icon),
  color: color || colorOf(slug),
  model: oneLine(model),
})

/** What an agent is in this team, where its name does not say so already. */
function roleOf(role: string, name: string, seat: Seat['seat']): string {
  const said = role || (seat === 'member' || seat === 'agent' ? '' : seat)
  return said.toLowerCase() === name.toLowerCase() ? '' : said
}

/** The same slug has the same colour everywhere. */
export function colorOf(slug: string): string {
  const sum = [...slug].reduce((total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7)
  return palette[sum % palette.length] ?? '#4F46E5'
}
