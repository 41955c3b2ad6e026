import { tokensOfImages } from '../conversation/conversation.ts'
import { record, type Step } from '../effect/effect.ts'
import type { ContextLine } from '../effect/request.ts'
import { type Fact, fact } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'
import { imageText } from '../image/image.ts'
import { isProhibited } from '../limits/prohibited.ts'
import { items, type List, listOf, toArray } from '../list/list.ts'
import { assign } from '../mode/assign.ts'
import { placeOf, type TaskContext } from '../mode/task-context.ts'
import type { TaskId } from '../shared/ids.ts'
import { type Run, seatOf } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import { quoted } from '../text/quoted.ts'
import { estimateTokens } from '../usage/usage.ts'
import { inputTokens } from './model-call.ts'
import { canShorten, mostCharacters, restOf, shortenOutputs } from './shorten-outputs.ts'
import { tokensPerEstimate } from './token-count.ts'
import { windowOf } from './window.ts'

/** A conversation is compacted once it fills this much of its model's window. */
const FULL = 0.9
const KEPT = 1 / 4
/** How many new lines it takes before the next time: if making room did not help, an immediate repeat will not. */
const FEWEST_LINES = 6
/** What remains of an old tool output: enough to know what it was. */
const PRUNED_CHARACTERS = 200
const SECRET_VOTE = 'a secret vote'
const ASSUMED = 'assumed_window'

/** Whether the conversation no longer fits: by our count, or because the provider said so. */
export function isTooLong(context: TaskContext, tokens: number): boolean {
  const { run, task, seat } = context
  if (mustShorten(context, tokens)) return true
  if (hasFewLines(task)) return false
  const window = windowOf(run, seat.model)
  return task.overflow || (window !== null && tokens > window.tokens * FULL)
}

const hasFewLines = (task: Task): boolean => task.lines.size - task.linesKept < FEWEST_LINES

/** There is too little to summarize, or that was just done, and it still does not fit: the largest outputs are cut. */
function mustShorten({ run, task, seat }: TaskContext, tokens: number): boolean {
  const window = windowOf(run, seat.model)
  const isOver = task.overflow || (window !== null && tokens > window.tokens)
  return isOver && (hasFewLines(task) || (task.overflows ?? 0) > 1) && canShorten(task.lines)
}

/** Whether a conversation that did not fit can still be shortened: summarized first, then cut, and then no more. */
export function mayMakeRoom(task: Task): boolean {
  const before = task.overflows ?? 0
  return before < 2 && ((before === 0 && !hasFewLines(task)) || canShorten(task.lines))
}

/** Makes room: prunes old tool outputs first. If that is not enough, the hidden agent summarizes the older part. */
export function compact(context: TaskContext, tokens: number): Step {
  const { session, run, task, seat } = context
  const said = assumption(context)
  if (mustShorten(context, tokens)) return record(...said, shortening(context))
  const cut = cutOf(task.lines)
  const pruned = pruneBefore(task.lines, cut)
  const saved = (task.size - sizeOf(pruned)) * tokensPerEstimate(session, seat.model)
  const window = windowOf(run, seat.model)
  const fits = window !== null && tokens - saved < window.tokens * FULL && saved > 0 && !task.overflow
  // Summarizing the summary's own conversation would need another summary, without end.
  const hidden = task.via === 'compaction' ? undefined : seatOf(run, 'compaction')
  if (fits || !hidden) return record(...said, compaction(context, ''))
  const description = [
    '## Conversation',
    ...toArray(pruned)
      .slice(0, cut)
      .map((line) => written(withoutProhibited(run, withoutVotes(line))))
      .map(quoted),
  ].join('\n\n')
  const place = `${task.place}/compact${task.compactions + 1}`
  return record(
    ...said,
    ...assign(run, {
      place,
      seat: hidden,
      kind: 'summarize',
      description,
      conversation: 'fresh',
      child: { of: task, via: 'compaction' },
    }),
  )
}

/** If the window is a guess, the user is warned once per run: they may know better. */
function assumption({ session, run, seat }: TaskContext): readonly Fact[] {
  const window = windowOf(run, seat.model)
  if (!window?.isAssumed || Object.hasOwn(session.warned, ASSUMED)) return []
  const message = `The context window of ${seat.model} is unknown. ${window.tokens} tokens are assumed, so older parts of the conversation may be shortened.`
  return [fact('warning', { code: ASSUMED, message })]
}

/** The fact that cuts the largest tool outputs. The log keeps the originals. */
function shortening(context: TaskContext): Fact {
  const { run, task } = context
  const most = mostCharacters(task.lines)
  const cut = { to: task.lines.size, text: '', most }
  const tokensBefore = inputTokens(context)
  const tokensAfter = inputTokens({ ...context, task: compacted(task, cut) })
  const data = { ...cut, from: 0, tokensBefore, tokensAfter }
  return fact('compaction', data, placeOf(run, task))
}

/** The fact that replaces the older part with a summary. An empty text means that outputs were pruned. */
export function compaction(context: TaskContext, text: string) {
  const { run, task } = context
  const to = cutOf(task.lines)
  const tokensBefore = inputTokens(context)
  const tokensAfter = inputTokens({ ...context, task: compacted(task, { to, text }) })
  const data = { from: 0, to, text, tokensBefore, tokensAfter }
  return fact('compaction', data, placeOf(run, task))
}

/** The task with its older part replaced. Its asks and the newest lines stay verbatim. */
export function compacted(task: Task, { to, text, most }: Pick<Facts['compaction'], 'to' | 'text' | 'most'>): Task {
  if (most !== undefined) return room(task, shortenOutputs(task.lines, most))
  const summary: ContextLine = {
    role: 'user',
    text: `# Summary\n\nThe conversation so far, in short:\n\n${quoted(text)}`,
  }
  const asks = asksBefore(task, to)
  const kept = [...asks.map(({ line }) => line), summary]
  const lines =
    text === '' ? pruneBefore(task.lines, to) : listOf<ContextLine>(...kept, ...toArray(task.lines).slice(to))
  const own = asks.findIndex(({ index }) => index === task.earlier)
  // The summary replaces what is gone, and has no author.
  const shifted = own >= 0 ? own : Math.max(kept.length, task.earlier - to + kept.length)
  const earlier = text === '' ? task.earlier : shifted
  return { ...room(task, lines), earlier }
}

/** The first asks in this conversation and in this task: without them the agent would not know its goal. */
function asksBefore({ lines, earlier }: Task, to: number) {
  const all = toArray(lines)
  return [...new Set([0, earlier])].flatMap((index) => {
    const line = all[index]
    const isAsk = line?.role === 'user' && !line.text.startsWith('# Summary\n')
    return isAsk && index < to ? [{ index, line }] : []
  })
}

const room = ({ counted: _before, ...task }: Task, lines: List<ContextLine>): Task => ({
  ...task,
  lines,
  size: sizeOf(lines),
  overflow: false,
  // The agent may read again what was removed.
  made: [],
  compactions: task.compactions + 1,
  linesKept: lines.size,
})

/** The place of this task's summary, if one is being made. */
export const compactionOf = (task: Task): TaskId => `${task.id}/compact${task.compactions + 1}` as TaskId

/** The newest quarter stays. A result is never separated from its call: providers refuse that. */
function cutOf(lines: List<ContextLine>): number {
  const all = toArray(lines)
  let cut = Math.floor(all.length * (1 - KEPT))
  while (cut > 0 && all[cut]?.role === 'tool') cut--
  return cut
}

function pruneBefore(lines: List<ContextLine>, cut: number): List<ContextLine> {
  return listOf(...toArray(lines).map((line, index) => (index < cut ? prune(line) : line)))
}

function prune(line: ContextLine): ContextLine {
  if (line.role !== 'tool') return line
  const { images = [], ...rest } = line
  const unseen = images.map((image) => `\n[${imageText(image)}, no longer shown to save room]`).join('')
  const output = `${cut(line)}${unseen}`
  return output === line.output ? line : { ...rest, output }
}

function cut(line: Extract<ContextLine, { readonly role: 'tool' }>): string {
  if (line.output.length <= PRUNED_CHARACTERS * 3) return line.output
  return `${line.output.slice(0, PRUNED_CHARACTERS)}\n[… pruned to save room: ${restOf(line)}]`
}

function sizeOf(lines: List<ContextLine>): number {
  let size = 0
  for (const line of items(lines)) size += estimateTokens(written(line)) + tokensOfImages(line)
  return size
}

/** Another agent writes the summary, perhaps while the vote is open: it must not learn which option was chosen. */
function withoutVotes(line: ContextLine): ContextLine {
  if (line.role !== 'assistant' || !line.calls.some(({ tool }) => tool === 'vote')) return line
  const calls = line.calls.map((call) => (call.tool === 'vote' ? { ...call, input: SECRET_VOTE } : call))
  return { ...line, calls }
}

/** Text that is blocked at the end of a turn may be said in the middle of it, and a summary would outlive the turn. */
function withoutProhibited({ limits }: Run, line: ContextLine): ContextLine {
  if (line.role !== 'assistant' || !isProhibited(limits, [written(line)])) return line
  return { ...line, text: '[left out: it matches a prohibited pattern]', calls: [] }
}

function written(line: ContextLine): string {
  if (line.role === 'tool') return `${line.tool} gave: ${line.output}`
  const calls = line.role === 'assistant' && line.calls.length > 0 ? `\n${JSON.stringify(line.calls)}` : ''
  return `${line.role}: ${line.text}${calls}`
}
