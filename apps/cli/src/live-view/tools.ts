import { cleanLine, countText, type EventOf, type Session } from '@convene/domain'
import { speakerOf } from './speakers.ts'
import type { Entry, ToolCall, View } from './view.ts'

const LONGEST = 300
/** More of a diff than this is read with `sessions show --files`. */
const MOST_LINES = 60
/** Shown as work that is handed on, or as a question, and not as tools. */
const ofTheSession: readonly string[] = ['task', 'delegateWork', 'reportOut', 'question', 'decide', 'vote', 'handoff']

type Folded = { readonly view: View; readonly entries: readonly Entry[] }
type ToolEvent = EventOf<'tool.called' | 'tool.finished' | 'artifact' | 'artifact.reverted'>

/** What agents do with tools: a call is one line when it is over, a change a line of its own. */
export function foldTool(view: View, event: ToolEvent): Folded {
  switch (event.type) {
    case 'tool.called':
      return { view: called(view, event), entries: [] }
    case 'tool.finished':
      return finished(view, event)
    case 'artifact':
      return { view, entries: event.data.kind === 'diff' ? [change(view, event)] : [] }
    case 'artifact.reverted':
      return {
        view,
        entries: [{ kind: 'notice', tone: 'plain', text: `Taken back: ${cleanLine(event.data.artifact)}` }],
      }
  }
}

/** The calls once this one runs. */
export function begun(calls: readonly ToolCall[], { task, at, data }: EventOf<'effect.started'>): readonly ToolCall[] {
  return calls.map((each) => (each.task === task && each.call === data.call ? { ...each, since: at } : each))
}

/** The calls once a person has answered: a no has been said then, and is not said again when the call ends. */
export function answered(calls: readonly ToolCall[], { data }: EventOf<'permission.answered'>): readonly ToolCall[] {
  const isMeant = ({ task, call }: ToolCall) => `${task}/${call}/ask` === data.ask
  return calls.map((each) => (data.answer === 'deny' && isMeant(each) ? { ...each, denied: true } : each))
}

function called(view: View, { task, agent, data }: EventOf<'tool.called'>): View {
  if (!task || !agent || ofTheSession.includes(data.tool)) return view
  const target = targetText(view.session, data)
  const call: ToolCall = { task, call: data.call, agent, tool: cleanLine(data.tool), target, since: null }
  return { ...view, calls: [...view.calls.filter((each) => !isSame(each, call)), call] }
}

const isSame = (one: Pick<ToolCall, 'task' | 'call'>, other: Pick<ToolCall, 'task' | 'call'>): boolean =>
  one.task === other.task && one.call === other.call

function finished(view: View, { task, agent, data }: EventOf<'tool.finished'>): Folded {
  const call = view.calls.find((each) => each.task === task && each.call === data.call)
  const next = { ...view, calls: view.calls.filter((each) => each !== call) }
  if (view.verbosity === 'brief' || (!call && data.ok)) return { view: next, entries: [] }
  const depth = task ? (view.depths[task] ?? 0) : 0
  const entry: Entry = {
    kind: 'tool',
    speaker: speakerOf(view.session, agent ?? ''),
    named: depth > 0 || (view.session.run?.team.members.length ?? 1) > 1,
    depth,
    tool: call?.tool ?? '',
    target: call?.target ?? '',
    ok: data.ok,
    ms: data.ms,
    why: data.ok || call?.denied ? '' : cleanLine(data.output).slice(0, LONGEST),
  }
  return { view: next, entries: [entry] }
}

/** What a call is about: the command line, else what it touches. */
function targetText({ workspace }: Session, { tool, input, resources }: EventOf<'tool.called'>['data']): string {
  const { command } = (input ?? {}) as { readonly command?: unknown }
  if (tool === 'bash' && typeof command === 'string') return cleanLine(command).slice(0, LONGEST)
  const targets = [...new Set(resources.map(({ target }) => target.replace(`${workspace}/`, '')))]
  const rest = targets.length > 2 ? ` and ${targets.length - 2} more` : ''
  return cleanLine(`${targets.slice(0, 2).join(', ')}${rest}`).slice(0, LONGEST)
}

function change(view: View, { task, data }: EventOf<'artifact'>): Entry {
  const lines = (data.text ?? '').split('\n').slice(0, -1)
  const count = (sign: string) =>
    lines.filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length
  const isShown = view.verbosity === 'full'
  return {
    kind: 'change',
    depth: task ? (view.depths[task] ?? 0) : 0,
    title: cleanLine(data.title),
    added: count('+'),
    removed: count('-'),
    lines: isShown ? bounded(lines.filter((line) => !/^(diff|index|---|\+\+\+) /u.test(line))) : [],
  }
}

const bounded = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES
    ? lines
    : [...lines.slice(0, MOST_LINES), `… ${countText(lines.length - MOST_LINES, 'more line')}`]
