import {
  cleanLine,
  countText,
  type Held,
  held,
  letterAt,
  optionHeld,
  type Panel,
  panelIn,
  type Run,
  readPanel,
  turnsOf,
} from '@convene/domain'
import { pad, shorten, widthOf } from '../terminal/width.ts'
import type { Moment } from './moment.ts'
import { speakerOf } from './speakers.ts'
import type { View } from './view.ts'

/** The run's panel, once somebody has spoken. */
export function panelOf({ session }: View): { readonly run: Run; readonly panel: Panel } | undefined {
  const { run } = session
  const panel = panelIn(run)
  if (!run || !panel) return undefined
  const { turns, isOver } = readPanel(panel)
  return turns.length > 0 && !isOver ? { run, panel } : undefined
}

/** `round 2 · turn 5 of 30`: what a panel counts, instead of calls. After the debate there are no more rounds. */
export function panelTurns(view: View): string | undefined {
  const found = panelOf(view)
  if (!found) return undefined
  const { run } = found
  const { taken, most } = turnsOf(run)
  const { rounds } = readPanel(found.panel)
  const round = Math.min(rounds ?? Infinity, Math.floor(taken / Math.max(1, run.team.members.length)) + 1)
  const turn = `turn ${taken} of ${most}`
  return run.phase === 'running' ? `round ${round} · ${turn}` : turn
}

/** Who holds which position now, with what confidence, and who has changed; then how far apart they are. */
export function panelRows(view: View, { width, style }: Moment): readonly string[] {
  const found = panelOf(view)
  if (!found) return []
  const { run, panel } = found
  const positions = held({ run, panel })
  const names = run.team.members.map(({ slug }) => labelOf(view, slug))
  const widest = Math.max(...names.map(widthOf))
  const rows = run.team.members.map(({ slug }, index) => {
    const line = positions.find(({ agent }) => agent === slug)
    const mark = markOf(panel, slug)
    const end = line ? `${sureness(line)}${changeOf(panel, slug)}` : ''
    const room = Math.max(10, width - widest - widthOf(end) - 8)
    const words = shorten(cleanLine(line ? positionText(panel, line) : 'has not spoken yet'), room)
    const { color } = speakerOf(view.session, slug)
    const shown = line ? words : style.dim(words)
    return ` ${mark} ${style.colour(color)(pad(names[index] ?? '', widest))}  ${shown}${' '.repeat(Math.max(1, room - widthOf(words) + 1))} ${style.dim(end.trimEnd())}`
  })
  return [...rows, style.dim(shorten(` ${convergence(panel, positions)}`, width)), '']
}

const labelOf = ({ session }: View, slug: string): string => {
  const { icon, name } = speakerOf(session, slug)
  return `${icon ? `${icon} ` : ''}${name}`
}

/** A panelist's position, with its option's letter if there are options. */
function positionText(panel: Panel, line: Held): string {
  const { options } = readPanel(panel)
  const option = optionHeld(options, line)
  return option ? `${letterAt(options.indexOf(option))}. ${option.text}` : line.position
}

/** Speaking, has spoken in this round, was stopped, or waiting. */
function markOf(panel: Panel, agent: string): string {
  const { turns } = readPanel(panel)
  const newest = turns.findLast((turn) => turn.agent === agent)
  const round = Math.max(...turns.map((turn) => turn.round))
  if (newest?.state.startsWith('speaking')) return '▸'
  if (newest?.state === 'failed' || newest?.state === 'blocked') return '✗'
  return newest?.round === round ? '✓' : '·'
}

const sureness = ({ confidence }: Held): string => (confidence === null ? '  –' : `${String(confidence).padStart(3)}`)

/** How often a panelist has changed its mind, and whether it gave in without a reason. */
function changeOf(panel: Panel, agent: string): string {
  const changes = readPanel(panel).ledger.filter((line) => line.agent === agent && line.changed)
  if (changes.length === 0) return '    '
  return ` ↻${changes.length}${changes.some(({ flagged }) => flagged) ? '⚑' : ''}`.padEnd(4)
}

function convergence(panel: Panel, positions: readonly Held[]): string {
  const { ledger, turns } = readPanel(panel)
  const distinct = new Set(positions.map((line) => bare(positionText(panel, line)))).size
  const round = Math.max(...turns.map((turn) => turn.round))
  const moved = turns.filter((turn) => turn.round === round && turn.changed).length
  const flagged = ledger.filter((line) => line.flagged).length
  const parts = [
    positions.length === 0 ? 'no position yet' : countText(distinct, 'position'),
    round === 1 ? 'blind round' : moved === 0 ? 'nobody changed in this round' : `${moved} changed in this round`,
    ...(turns.some(({ more }) => more) ? ['more analysis requested'] : []),
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
