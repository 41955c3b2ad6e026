import {
  agentColor,
  type Colors,
  priceParts,
  type Run,
  type Seat,
  type Spend,
  seatOf,
  seatsOf,
  teamColors,
} from '@convene/domain'
import { oneLine } from '../../ui/text/neutral.ts'
import type { View } from './view.ts'

/** An agent for display. */
export type Speaker = {
  readonly slug: string
  readonly name: string
  readonly role: string
  readonly icon: string
  readonly color: string
  readonly model: string
}

const seated = new WeakMap<object, Map<string, Speaker | undefined>>()
const strangers = new Map<string, Speaker>()

type Runs = Pick<View, 'session' | 'past'>

/**
 * The agent for a slug, as the same object for the same team. Agents of earlier runs keep their look. Without a seat in
 * any run, its slug is its name.
 */
export function speakerOf({ session, past }: Runs, slug: string): Speaker {
  const now = session.run && speakerIn(session.run, slug)
  if (now) return now
  for (const run of past.toReversed()) {
    const before = speakerIn(run, slug)
    if (before) return before
  }
  return stranger(slug)
}

function speakerIn(run: Run, slug: string): Speaker | undefined {
  const speakers = seated.get(run.team) ?? new Map<string, Speaker | undefined>()
  seated.set(run.team, speakers)
  if (!speakers.has(slug)) {
    const seat = seatOf(run, slug)
    speakers.set(slug, seat && ofSeat(seat, teamColors(run.team)))
  }
  return speakers.get(slug)
}

function stranger(slug: string): Speaker {
  const color = agentColor({ slug, color: '' })
  const speaker = strangers.get(slug) ?? { slug, name: oneLine(slug), role: '', icon: '', color, model: '' }
  strangers.set(slug, speaker)
  return speaker
}

/** What an agent has cost in all runs, like the count of its messages. Empty before its first answer, and without a price. */
export function agentCost({ session, past }: Runs, slug: string): string {
  const runs = [...past, ...(session.run ? [session.run] : [])]
  const spends = runs.flatMap(({ spentBy }) => spentBy[slug] ?? [])
  const sum = (pick: (spend: Spend) => number) => spends.reduce((total, spend) => total + pick(spend), 0)
  const [costUsd, unpriced] = [sum((spend) => spend.costUsd), sum((spend) => spend.unpriced)]
  return spends.length === 0 ? '' : (priceParts({ costUsd, unpriced })[0] ?? '')
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
