import {
  clean,
  cleanLine,
  countText,
  durationText,
  estimateTokens,
  isActive,
  isAgentPaused,
  isFinal,
  modeViewOf,
  nowText,
  priceParts,
  type Run,
  timeLeftText,
  timesOf,
  tokensOf,
  tokensText,
  withoutOpenMark,
  withPlainMarks,
} from '@convene/domain'
import { type EntryOf, runOutcomeWord } from '@convene/reading'
import { pad, shorten, shortenStart, widthOf } from '../terminal/width.ts'
import { debateRows } from './debate-rows.ts'
import { decisionRows } from './decision-rows.ts'
import { entriesRows } from './entry-rows.ts'
import type { ShownMoment } from './moment.ts'
import { planRows } from './plan-rows.ts'
import { liveSpeakerOf } from './speakers.ts'
import type { LiveView, Running } from './view.ts'
import { toolMark } from './work-rows.ts'

const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const TURN_MS = 90
const WIDEST = 100
/** A longer open line does not fit on any screen. */
const LONGEST_OPEN = 8_000

/** The part of the screen that is redrawn: the open line, who works on what, and the state. */
export function footerRows(view: LiveView, moment: ShownMoment): readonly string[] {
  const width = Math.min(moment.width - 1, WIDEST)
  const open = openRows(view, { ...moment, width })
  const page = { ...moment, width }
  const held = [...waits(view, page), ...paused(view, page)]
  const others = [...previews(view, page), ...tools(view, page), ...held, ...decisionRows(view, page)]
  const below = ['', ...debateRows(view, page), ...planRows(view, page), ...others, status(view, { ...moment, width })]
  const room = Math.max(0, moment.rows - below.length - 1)
  return [...(room === 0 ? [] : open.slice(-room)), ...below.slice(-Math.max(1, moment.rows - 1))]
}

function openRows({ direct }: LiveView, { width, style }: ShownMoment): readonly string[] {
  const line = clean((direct?.line ?? '').slice(-LONGEST_OPEN))
  const text = direct?.inCode ? line : withoutOpenMark(line)
  if (!direct || text === '') return []
  const { inCode } = direct
  return entriesRows(
    text.split('\n').map((line) => ({ kind: 'line', text: line, inCode })),
    { width: width + 1, style },
  )
}

/** Everyone at work except the agent on screen, each with its last words, so nothing is garbled. */
function previews(view: LiveView, moment: ShownMoment): readonly string[] {
  const others = view.running.filter(({ effect }) => effect !== view.direct?.effect)
  const widest = Math.max(0, ...others.map(({ agent }) => widthOf(labelOf(view, agent))))
  return others.map((call) => {
    const { style, width } = moment
    const speaker = liveSpeakerOf(view.session, call.agent)
    const label = pad(labelOf(view, call.agent), widest)
    const room = Math.max(10, width - widest - 7)
    return ` ${turning(moment)} ${style.colour(speaker.color)(label)}  ${style.dim(shortenStart(lastWords(view, call, moment), room))}`
  })
}

/** Running tools, with their time so far. */
function tools(view: LiveView, { now, style, width, ...moment }: ShownMoment): readonly string[] {
  return runningTools(view).map(({ agent, tool, target, since }) => {
    const what = shorten(`${labelOf(view, agent)}  ${toolMark(tool)} ${cleanLine(`${tool} ${target}`)}`, width - 16)
    return ` ${turning({ now, style, width, ...moment })} ${style.dim(`${what}, ${durationText(now - since)}`)}`
  })
}

const runningTools = ({ story }: LiveView): readonly EntryOf<'tool'>[] =>
  [...story.open.values()].filter((entry) => entry.kind === 'tool').filter(({ state }) => state === 'running')

function labelOf({ session }: LiveView, agent: string): string {
  const { icon, name } = liveSpeakerOf(session, agent)
  return `${icon ? `${icon} ` : ''}${name}`
}

function lastWords({ verbosity }: LiveView, { text, reasoning, since }: Running, { now }: ShownMoment): string {
  const words = cleanLine(withPlainMarks(withoutOpenMark(text.slice(-600))).replace(/[*`#]+/gu, ''))
  if (words !== '') return words
  const thought = verbosity === 'full' ? cleanLine(reasoning.slice(-600)) : ''
  return thought || `thinking, ${durationText(now - since)}`
}

function waits({ session, waiting }: LiveView, { now, style, width }: ShownMoment): readonly string[] {
  const trying = waiting.filter(({ agent }) => !isAgentPaused(session, agent))
  return trying.map(({ agent, until, why }) => {
    const { name } = liveSpeakerOf(session, agent)
    return style.dim(shorten(` ◌ ${name}: ${why}, retrying in ${durationText(until - now)}`, width))
  })
}

/** Agents that start nothing new until they are resumed. */
function paused({ session }: LiveView, { style, width }: ShownMoment): readonly string[] {
  const agents = session.run?.pausedAgents ?? []
  return agents.map((agent) => style.dim(shorten(` ⏸ ${liveSpeakerOf(session, agent).name}: paused`, width)))
}

const turning = ({ now }: ShownMoment): string => spinner[Math.floor(now / TURN_MS) % spinner.length] ?? ''

function status(view: LiveView, moment: ShownMoment): string {
  const { run } = view.session
  const { style, now, width } = moment
  if (!run) return ''
  const state = isFinal(run.phase) && view.running.length > 0 ? 'follow-up' : nowText(run)
  const keys = keysOf(view, moment)
  const isWorking = view.running.length > 0 || runningTools(view).length > 0
  const mark = isWorking ? turning(moment) : view.waiting.length > 0 ? '◌' : '·'
  const room = width - (keys === '' ? 3 : widthOf(keys) + 6)
  // The keys give way to the time that is left, unless the run is paused: then no time passes.
  const spared = run.phase === 'paused' ? TIME_LEFT : MODE
  const beside = fitting([{ text: state }, ...statusParts(view, run, now)], room, spared)
  const left = shorten(` ${mark} ${joined(fitting(beside, width - 3, TIME_LEFT))}`, width)
  const gap = width - widthOf(left) - widthOf(keys)
  const painted = left.replace(state, style.bold(state))
  return gap > 2 && keys !== '' ? `${painted}${' '.repeat(gap)}${style.dim(keys)}` : painted
}

/** A part of the status line. A narrow terminal drops the dispensable ones, lowest number first. */
type Part = { readonly text: string; readonly spare?: number }
const [TOKENS, MODE, TIME_LEFT] = [1, 2, 3]

/** The parts that fit. Those up to this number may be dropped. */
function fitting(parts: readonly Part[], width: number, most: number): readonly Part[] {
  const [first] = parts
    .filter(({ spare = Number.POSITIVE_INFINITY }) => spare <= most)
    .sort((one, other) => (one.spare ?? 0) - (other.spare ?? 0))
  return first === undefined || widthOf(joined(parts)) <= width
    ? parts
    : fitting(
        parts.filter((part) => part !== first),
        width,
        most,
      )
}

const joined = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(' · ')

/** The status line's parts for a run. */
function statusParts(view: LiveView, run: Run, now: number): readonly Part[] {
  const writing = view.running.reduce((sum, { text, reasoning }) => sum + estimateTokens(text + reasoning), 0)
  const tokens = tokensOf(run.spent) + writing
  const left = timeLeftText(run, now)
  return [
    { text: runOutcomeWord(run).toLowerCase(), spare: MODE },
    ...progressOf(run).map((text) => ({ text })),
    ...(tokens === 0 ? [] : [{ text: `${tokensText(tokens)} tokens`, spare: TOKENS }]),
    ...(run.spent.calls === 0 ? [] : priceParts(run.spent).map((text) => ({ text }))),
    { text: durationText(timesOf(run, now).workedMs) },
    ...(left === '' ? [] : [{ text: left, spare: TIME_LEFT }]),
  ]
}

/** Its progress, in the unit its mode counts. */
function progressOf(run: Run): readonly string[] {
  const { iteration, turns, round, isShown } = modeViewOf(run).progress
  if (iteration) return [`iteration ${iteration.now} of ${iteration.of}`]
  if (!isShown || run.turns === 0) return []
  const taken = turns.most === null ? countText(turns.taken, 'turn') : `turn ${turns.taken} of ${turns.most}`
  return [round === null ? taken : `round ${round} · ${taken}`]
}

function keysOf({ session, running }: LiveView, { isRecorded }: ShownMoment): string {
  if (isActive(session)) return isRecorded ? 'Ctrl-C stops' : 'Ctrl-C pauses'
  return session.run?.phase === 'paused' && running.length > 0 ? 'calls finish; Ctrl-C leaves' : ''
}
