import type { EventOf } from '@convene/domain'
import { oneLine } from '../text/neutral.ts'
import { addEntry, cutAt, picturesOf, replaceEntry } from './entries.ts'
import type { Folds } from './folds.ts'
import type { ToolUse, View } from './view.ts'

/** Shown as work that is handed on, or as a question, and not as tools. */
const ofTheSession: readonly string[] = ['task', 'delegateWork', 'reportOut', 'question']
const LONGEST = 300

/** What agents do with tools, and what became of it. */
export const foldTools: Folds = {
  'tool.called': called,
  'tool.finished': finished,
  artifact: made,
  'artifact.reverted': (view, { data }) => {
    view.files = view.files.map((file) => (file.id === data.artifact ? { ...file, reverted: true } : file))
  },
  'permission.asked': (view, { task, data }) => {
    replaceEntry(view, `tool:${task}/${data.call}`, 'tool', (entry) => ({ ...entry, state: 'asked' }))
  },
  'permission.answered': answered,
}

function called(view: View, event: EventOf<'tool.called'>): void {
  const { call, tool, input } = event.data
  if (ofTheSession.includes(tool)) return
  const body: ToolUse = {
    kind: 'tool',
    call,
    tool: oneLine(tool),
    target: targetText(view.session.workspace, event.data),
    input,
    state: 'wanted',
    output: '',
    truncated: false,
    pictures: null,
    cut: null,
    ms: null,
    since: event.at,
  }
  addEntry(view, event, body, { key: `tool:${event.task}/${call}`, level: 'detailed' })
}

function finished(view: View, event: EventOf<'tool.finished'>): void {
  const { task, data } = event
  const { ok, output, ms, truncated } = data
  replaceEntry(view, `tool:${task}/${data.call}`, 'tool', (entry) => ({
    ...entry,
    state: ok ? 'done' : 'failed',
    output,
    ms,
    truncated: truncated ?? false,
    pictures: picturesOf(event),
    cut: cutAt(event),
  }))
}

function made(view: View, event: EventOf<'artifact'>): void {
  const { data, seq, agent } = event
  view.files = [...view.files, { ...data, seq, agent: agent ?? '', reverted: false, cut: cutAt(event) }]
  if (data.kind !== 'diff') return
  const title = oneLine(data.title)
  const counts = countLines(data.text ?? '')
  addEntry(view, event, { kind: 'change', artifact: data.id, title, ...counts }, { level: 'detailed' })
}

/** How many lines a diff adds and takes away. */
export function countLines(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0
  let removed = 0
  for (const line of diff.split('\n')) {
    if (line.startsWith('+') && !line.startsWith('+++')) added += 1
    if (line.startsWith('-') && !line.startsWith('---')) removed += 1
  }
  return { added, removed }
}

function answered(view: View, event: EventOf<'permission.answered'>): void {
  const { ask, answer, by, reason, pattern } = event.data
  const call = ask.replace(/\/ask$/u, '')
  if (answer !== 'deny') replaceEntry(view, `tool:${call}`, 'tool', (entry) => ({ ...entry, state: 'wanted' }))
  const scope = { once: 'once', session: `for this session: ${pattern ?? ''}`, always: `always: ${pattern ?? ''}` }
  const text =
    answer === 'deny'
      ? `Denied${by === 'user' ? '' : ` by ${by}`}${reason ? `: ${reason}` : ''}`
      : `Allowed ${scope[answer]}`
  const tone = answer === 'deny' ? 'bad' : 'good'
  addEntry(view, event, { kind: 'notice', tone, text: oneLine(text), detail: '' }, { level: 'detailed' })
}

/** What a call is about: the command line, else what it touches. */
function targetText(workspace: string, { tool, input, resources }: EventOf<'tool.called'>['data']): string {
  const { command } = (input ?? {}) as { readonly command?: unknown }
  if (tool === 'bash' && typeof command === 'string') return oneLine(command).slice(0, LONGEST)
  const targets = [...new Set(resources.map(({ target }) => target.replace(`${workspace}/`, '')))]
  const rest = targets.length > 2 ? ` and ${targets.length - 2} more` : ''
  return oneLine(`${targets.slice(0, 2).join(', ')}${rest}`).slice(0, LONGEST)
}
