import { initialsOf } from '@convene/domain'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { pad, shorten, widthOf } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import type { ToldMove, ToldSeat, ToldTable } from './view.ts'

const GAP = 2
/** Between two seats with no room between them. */
const CLOSE = 1
const LEAST_LABEL = 14

/** The Table as one row per side. Who is further from the line is surer. */
export function drawnTableRows(table: ToldTable, page: MarkdownPage, isLive = false): readonly string[] {
  const { style, width } = page
  const label = Math.min(
    Math.max(...table.sides.map(({ text }) => widthOf(text))) + 3,
    Math.max(LEAST_LABEL, Math.floor(width * 0.34)),
  )
  const track = width - label - GAP - 4
  const name = formFor(table, track)
  const sides = table.sides.map(({ letter, text, seats }) => {
    const head = pad(shorten(`${letter}  ${text}`, label), label)
    return ` ${style.bold(head)} ${String(seats.length).padStart(GAP)} ${style.dim('│')}${placed(seats, { track, name, page })}`
  })
  const between = table.between.map(({ name, says }) => `${name} ${says}`).join(' · ')
  const moves = table.moves.filter(({ isNew }) => isNew || !isLive)
  return [
    style.dim(shorten(` ${table.scores.map(({ name, score }) => `${name}  ${score}`).join('  →  ')}`, width)),
    ...sides,
    ...(between === '' ? [] : [style.dim(shorten(`   ${between}`, width))]),
    ...moves.flatMap((move) => moveRows(move, page, isLive)),
  ]
}

/** What moved somebody. Live it is one row, so that the screen does not jump. */
function moveRows(move: ToldMove, { style, width }: MarkdownPage, isLive: boolean): readonly string[] {
  const text = `${move.name}, from ${move.from} to ${move.to}: ${move.why}`
  if (isLive) return [style.dim(shorten(`   ↳ ${text}`, width))]
  return wrap([{ text, paint: style.dim }], width, { first: '   ↳ ', rest: '     ' })
}

type Form = (seat: ToldSeat) => string

const mark = ({ isSpeaking }: ToldSeat): string => (isSpeaking ? '▸' : '')
const icon = ({ speaker }: ToldSeat): string => (speaker.icon === '' ? '' : `${speaker.icon} `)

/** From the longest to the shortest: face and name with how sure it is, down to initials. */
const forms: readonly Form[] = [
  (seat) => `${mark(seat)}${icon(seat)}${seat.speaker.name}${seat.sure === null ? '' : ` ${Math.round(seat.sure)}`}`,
  (seat) => `${mark(seat)}${icon(seat)}${seat.speaker.name}`,
  (seat) => `${mark(seat)}${seat.speaker.name}`,
  (seat) => `${mark(seat)}${shorten(seat.speaker.name, 9)}`,
  (seat) => `${mark(seat)}${initialsOf(seat.speaker.name)}`,
]

/** The longest form in which every side’s seats fit beside each other. */
function formFor({ sides }: ToldTable, track: number): Form {
  const fits = (form: Form) =>
    sides.every(({ seats }) => seats.reduce((sum, seat) => sum + widthOf(form(seat)) + CLOSE, 0) <= track)
  return forms.find(fits) ?? (forms.at(-1) as Form)
}

type Track = { readonly track: number; readonly name: Form; readonly page: MarkdownPage }

/** One side’s seats on their track, at the distance that says how sure they are. */
function placed(seats: readonly ToldSeat[], { track, name, page: { style } }: Track): string {
  const order = seats.toSorted((one, other) => (one.sure ?? 50) - (other.sure ?? 50))
  const starts = startsOf(order, name, track)
  let [row, end] = ['', 0]
  for (const [index, seat] of order.entries()) {
    const start = starts[index] ?? end
    const label = name(seat)
    row += style.dim('─'.repeat(Math.max(0, start - end - 1))) + ' '.repeat(Math.min(1, start - end))
    row += `${style.colour(seat.speaker.color)(label)} `
    end = start + widthOf(label) + 1
  }
  return row.trimEnd()
}

/** Where each begins: where it belongs, or as close to it as the others leave room. */
function startsOf(order: readonly ToldSeat[], name: Form, track: number): readonly number[] {
  const widths = order.map((seat) => widthOf(name(seat)))
  const starts: number[] = []
  for (const [index, { sure }] of order.entries()) {
    const wanted = 1 + Math.round((Math.max(0, Math.min(100, sure ?? 50)) / 100) * (track - (widths[index] ?? 0) - 1))
    const before = index === 0 ? 1 : (starts[index - 1] ?? 0) + (widths[index - 1] ?? 0) + CLOSE
    starts.push(Math.max(wanted, before))
  }
  let limit = track
  for (let index = order.length - 1; index >= 0; index--) {
    starts[index] = Math.max(0, Math.min(starts[index] ?? 0, limit - (widths[index] ?? 0)))
    limit = (starts[index] ?? 0) - CLOSE
  }
  return starts
}

/** The same as sentences, one per side: for pipes, logs and screen readers. */
export function drawnTableLines({ scores, sides, between, moves }: ToldTable): readonly string[] {
  const seat = ({ speaker, sure }: ToldSeat) => `${speaker.name}${sure === null ? '' : ` (${Math.round(sure)} % sure)`}`
  return [
    `Votes by round: ${scores.map(({ name, score }) => `${name.toLowerCase()}, ${score}`).join('; ')}.`,
    ...sides.map(
      ({ letter, text, seats }) => `${letter}, ${text}: ${seats.length === 0 ? 'nobody' : seats.map(seat).join(', ')}.`,
    ),
    ...between.map(({ name, says }) => `${name}: ${says}.`),
    ...moves.map(({ name, from, to, why }) => `${name} went from ${from} to ${to}: ${why}`),
  ]
}
