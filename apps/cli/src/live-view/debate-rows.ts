import {
  cleanLine,
  countText,
  type DebateView,
  letterAt,
  type ModeView,
  modeViewOf,
  type PositionView,
  type Run,
} from '@convene/domain'
import { pad, shorten, widthOf } from '../terminal/width.ts'
import type { ShownMoment } from './moment.ts'
import { liveSpeakerOf } from './speakers.ts'
import { drawnTableRows } from './table-rows.ts'
import { toldTable } from './told-table.ts'
import type { LiveView } from './view.ts'

/** The Table while a debate lasts. A row per seat before the first position, and with more sides than it shows. */
export function debateRows(view: LiveView, moment: ShownMoment): readonly string[] {
  const { run } = view.session
  const shown = run && modeViewOf(run)
  if (!run || !shown?.debate || shown.debate.isOver) return []
  const table = toldTable(view)
  if (!table) return seatRows(view, { run, shown, debate: shown.debate }, moment)
  const said = shown.debate.wantsMore || shown.positions.some(({ flagged }) => flagged)
  const now = run.team.members.flatMap(({ slug }) => newestOf(shown, slug) ?? [])
  const words = said ? [moment.style.dim(shorten(` ${convergence(shown, shown.debate, now)}`, moment.width))] : []
  return [...drawnTableRows(table, moment, true), ...words, '']
}

type Debated = { readonly run: Run; readonly shown: ModeView; readonly debate: DebateView }

/** Who holds which position now, with what confidence, and who has changed; then how far apart they are. */
function seatRows(view: LiveView, { run, shown, debate }: Debated, { width, style }: ShownMoment): readonly string[] {
  const seats = run.team.members.map(({ slug }) => slug)
  const positions = seats.flatMap((slug) => newestOf(shown, slug) ?? [])
  const names = seats.map((slug) => labelOf(view, slug))
  const widest = Math.max(...names.map(widthOf))
  const rows = seats.map((slug, index) => {
    const line = positions.find(({ agent }) => agent === slug)
    const mark = marks[debate.speakers[slug] ?? 'waiting']
    const end = line ? `${sureness(line)}${changeOf(shown, slug)}` : ''
    const room = Math.max(10, width - widest - widthOf(end) - 8)
    const words = shorten(cleanLine(line ? positionText(shown, line) : 'has not spoken yet'), room)
    const { color } = liveSpeakerOf(view.session, slug)
    const said = line ? words : style.dim(words)
    return ` ${mark} ${style.colour(color)(pad(names[index] ?? '', widest))}  ${said}${' '.repeat(Math.max(1, room - widthOf(words) + 1))} ${style.dim(end.trimEnd())}`
  })
  return [...rows, style.dim(shorten(` ${convergence(shown, debate, positions)}`, width)), '']
}

const newestOf = ({ positions }: ModeView, slug: string): PositionView | undefined =>
  positions.findLast(({ agent }) => agent === slug)

const labelOf = ({ session }: LiveView, slug: string): string => {
  const { icon, name } = liveSpeakerOf(session, slug)
  return `${icon ? `${icon} ` : ''}${name}`
}

/** A position, with its option's letter if there are options. */
function positionText({ options }: ModeView, { choice, position }: PositionView): string {
  const option = choice === null ? undefined : options[choice]
  return option && choice !== null ? `${letterAt(choice)}. ${option.text}` : position
}

const marks: Readonly<Record<DebateView['speakers'][string], string>> = {
  speaking: '▸',
  stopped: '✗',
  spoken: '✓',
  waiting: '·',
}

const sureness = ({ confidence }: PositionView): string =>
  confidence === null ? '  –' : `${String(confidence).padStart(3)}`

/** How often a panelist has changed its mind, and whether it gave in without a reason. */
function changeOf({ positions }: ModeView, slug: string): string {
  const changes = positions.filter(({ agent, changed }) => agent === slug && changed)
  if (changes.length === 0) return '    '
  return ` ↻${changes.length}${changes.some(({ flagged }) => flagged) ? '⚑' : ''}`.padEnd(4)
}

function convergence(view: ModeView, { round, moved, wantsMore }: DebateView, now: readonly PositionView[]): string {
  const distinct = new Set(now.map((line) => bare(positionText(view, line)))).size
  const flagged = view.positions.filter((line) => line.flagged).length
  const parts = [
    now.length === 0 ? 'no position yet' : countText(distinct, 'position'),
    round === 1 ? 'blind round' : moved === 0 ? 'nobody changed in this round' : `${moved} changed in this round`,
    ...(wantsMore ? ['more analysis requested'] : []),
    ...(flagged > 0 ? [`${flagged} gave in without a reason`] : []),
  ]
  return parts.join(' · ')
}

/** Case and punctuation do not make a different position. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\s`]/gu, '')
