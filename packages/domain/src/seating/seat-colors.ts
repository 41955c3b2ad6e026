import { type SeatedTeam, seatsOf } from '../team/team.ts'

type Colored = { readonly slug: string; readonly color: string }

/** The colour of each seat by its slug. */
export type Colors = { readonly [slug: string]: string }

/** Twelve hues, thirty degrees apart: at the same lightness, as screens show them, no two can be confused. */
const palette = [
  '#5863D3',
  '#058379',
  '#C0401F',
  '#8951BF',
  '#5F7E01',
  '#0177BC',
  '#A16004',
  '#AA4298',
  '#00884D',
  '#BD3964',
  '#067F94',
  '#867003',
]

/** Closer hues look the same once a theme has set its lightness. */
const APART = 20
const GREY = 0.04

/** An agent's colour on its own: its own one, or the one for its slug, which is the same everywhere. */
export const agentColor = ({ slug, color }: Colored): string => color || (palette[startOf(slug)] ?? '')

/**
 * A colour per seat, all different as long as there are hues left. Earlier seats keep theirs. The same team always has
 * the same colours, and later seats do not change them.
 */
export function seatColors(seats: readonly Colored[]): Colors {
  const taken = new Map<string, string>()
  for (const seat of seats) if (!taken.has(seat.slug)) taken.set(seat.slug, freeColor(seat, [...taken.values()]))
  return Object.fromEntries(taken)
}

const known = new WeakMap<SeatedTeam, Colors>()

/** The colours of everyone in a team, computed once per team. */
export function teamColors(team: SeatedTeam): Colors {
  const colors = known.get(team) ?? seatColors([...seatsOf(team), ...(team.subagents ?? [])])
  known.set(team, colors)
  return colors
}

function freeColor(seat: Colored, taken: readonly string[]): string {
  const own = agentColor(seat)
  const others = taken.map(toneOf)
  const room = (color: string): number => Math.min(360, ...others.map((other) => distance(toneOf(color), other)))
  if (room(own) >= APART) return own
  const start = startOf(seat.slug)
  const inTurn = [...palette.slice(start), ...palette.slice(0, start)]
  return inTurn.find((color) => room(color) >= APART) ?? widest(inTurn, room)
}

const widest = (colors: readonly string[], room: (color: string) => number): string =>
  colors.reduce((best, color) => (room(color) > room(best) ? color : best))

const startOf = (slug: string): number =>
  [...slug].reduce((total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7) % palette.length

type Tone = { readonly hue: number; readonly chroma: number }

/** Degrees between two hues. A grey is far from every hue and at no distance from another grey. */
function distance(one: Tone, other: Tone): number {
  if (one.chroma < GREY || other.chroma < GREY) return one.chroma < GREY && other.chroma < GREY ? 0 : 180
  const degrees = Math.abs(one.hue - other.hue)
  return Math.min(degrees, 360 - degrees)
}

/** Hue and chroma in OKLCH, where screens keep the hue and set the lightness. */
function toneOf(hex: string): Tone {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return { hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, chroma: Math.hypot(a, b) }
}

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
