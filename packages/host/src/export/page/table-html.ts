import { initialsOf, modeViewOf, type Run, seatName } from '@convene/domain'
import { argumentOf, positionsOf, reasonOf, type Seated, type Table, type TextOf, tableOf } from '@convene/reading'
import { escapeHtml } from './safe-html.ts'

/** The Table of a decision: the page's own style moves the faces, because its policy allows no style in elements. */
export type TableHtml = { readonly html: string; readonly style: string }

type Context = { readonly run: Run; readonly textOf: TextOf; readonly toneOf: (agent: string) => number | undefined }

/** Null if nothing was debated, or if there are more sides than fit. */
export function tableHtml(context: Context): TableHtml | null {
  const { positions, options } = modeViewOf(context.run)
  const table = tableOf(positionsOf(positions, options, context.run.team))
  return table && { html: sectionHtml(table, context), style: styleOf(table) }
}

/** Before the first round, everybody is on the line with the answer sealed. */
const SEALED = 0

function sectionHtml(table: Table, context: Context): string {
  const last = table.rounds.at(-1)?.round ?? 1
  const choices = table.rounds.map(({ round, name, score }) => choiceHtml(round, `${name} · ${score}`, round === last))
  const seats = (table.rounds[0]?.seats ?? []).map((_, row) => seatHtml(table, row, context))
  return `<section id="table" data-round="${last}" aria-label="Table">
<p id="rounds" hidden>${choices.join('')}<button type="button" id="again">Play</button></p>
<div class="board"><div class="sides">${table.sides.map((_, side) => sideHtml(table, side)).join('')}</div>
<ul>${seats.join('\n')}</ul></div>
</section>`
}

const choiceHtml = (round: number, label: string, isShown: boolean): string =>
  `<button type="button" data-shows="${round}" aria-pressed="${isShown}">${escapeHtml(label)}</button>`

function sideHtml({ sides, rounds }: Table, side: number): string {
  const { letter = '', text = '' } = sides[side] ?? {}
  const counts = rounds.map(
    ({ round, counts: held, seats }) => `<span class="r${round}">${held[side] ?? 0} of ${seats.length}</span>`,
  )
  return `<p class="side o${side}"><strong>${escapeHtml(`${letter} ${text}`)}</strong>${counts.join('')}</p>`
}

function seatHtml(table: Table, row: number, { run, textOf, toneOf }: Context): string {
  const agent = table.rounds[0]?.seats[row]?.agent ?? ''
  const name = seatName(run, agent)
  const tone = toneOf(agent)
  const face = `<span class="face${tone === undefined ? '' : ` t${tone}`}" aria-hidden="true">${escapeHtml(initialsOf(name))}</span>`
  const sealed = `<p class="said r${SEALED}"><strong>${escapeHtml(name)}</strong> answers blind</p>`
  const said = table.rounds.map(({ round, seats }) => saidHtml(round, seats[row], { name, textOf }))
  return `<li class="s${row}">${face}${sealed}${said.join('')}</li>`
}

function saidHtml(round: number, seat: Seated | undefined, { name, textOf }: { name: string; textOf: TextOf }): string {
  const { position, option, from } = seat ?? {}
  const side = option ? ` on${option.index}` : ''
  if (!position) return `<p class="said r${round}"><strong>${escapeHtml(name)}</strong> has not spoken yet</p>`
  const sure =
    position.confidence === null ? '' : ` <span class="sure">${Math.round(position.confidence)} % sure</span>`
  const held = `<span class="only-heard">${escapeHtml(option ? `holds ${option.letter}. ` : 'abstains. ')}</span>`
  const why = from?.option ? '' : `<span class="why">${escapeHtml(argumentOf(position, textOf))}</span>`
  const said = `<p class="said r${round}${side}"><strong>${escapeHtml(name)}</strong>${sure} ${held}${why}</p>`
  return from?.option
    ? `${said}${movedHtml(round, from.option.index, `${escapeHtml(name)} crossed: ${citedHtml(reasonOf(position, textOf))}`)}`
    : said
}

/** On the side that the seat has left: that one has room for the whole sentence. */
const movedHtml = (round: number, side: number, html: string): string =>
  `<p class="moved m${side} r${round}"><span>${html}</span></p>`

const citedHtml = ({ text, message }: { readonly text: string; readonly message?: string }): string =>
  `${escapeHtml(text)}${message ? ` <a class="cite" href="#${escapeHtml(message)}">${escapeHtml(message)}</a>` : ''}`

/** Where each face is in each round, and which words are shown then. */
function styleOf({ sides, rounds }: Table): string {
  const seats = rounds[0]?.seats ?? []
  const places = rounds.flatMap(({ round, seats: all }) =>
    all.map((seat, row) => placeOf(round, row, seat, sides.length)),
  )
  const sealed = seats.map((_, row) => placeRule(SEALED, row, { x: 0.5, isLeft: false }))
  const shown = [SEALED, ...rounds.map(({ round }) => round)].map(
    (round) => `#table[data-round="${round}"] .r${round} { display: block }`,
  )
  return [...shown, ...sealed, ...places].join('\n')
}

function placeOf(round: number, row: number, { x, option }: Seated, sides: number): string {
  return placeRule(round, row, { x, isLeft: sides < 3 && option?.index === 0 })
}

function placeRule(
  round: number,
  row: number,
  { x, isLeft }: { readonly x: number; readonly isLeft: boolean },
): string {
  const percent = Math.round(x * 1_000) / 10
  const text = isLeft
    ? `right: calc(${Math.round((100 - percent) * 10) / 10}% + 24px); left: 12px; text-align: right`
    : `left: calc(${percent}% + 24px); right: 12px`
  return `#table[data-round="${round}"] .s${row} .face { left: ${percent}% } .s${row} .said.r${round} { ${text} }`
}
