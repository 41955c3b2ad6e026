import type { PlanEntry, SessionNotification, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk'
import { cleanLine, type Event, type EventOf, isInner } from '@convene/domain'

export type Update = SessionNotification['update']

const MOST_OUTPUT = 4_000
const MOST_TITLE = 200
const MOST_DIFF = 100_000

export const textContent = (text: string) => ({
  type: 'content' as const,
  content: { type: 'text' as const, text },
})

/** What an event says about a call of one of our tools. */
export function callIn(event: Event): Update | undefined {
  if (event.type === 'tool.called') return callUpdate(event)
  return event.type === 'tool.finished' ? callEndUpdate(event) : undefined
}

/** A call of one of our tools, as an editor shows it. Tools that the session runs itself are left out. */
function callUpdate({ task, data }: EventOf<'tool.called'>): Update | undefined {
  const { call, tool, input, resources } = data
  if (isInner(tool)) return undefined
  const [first] = resources
  return {
    sessionUpdate: 'tool_call',
    toolCallId: `call ${task} ${call}`,
    title: cleanLine([tool, first?.target ?? ''].join(' ').trim()).slice(0, MOST_TITLE),
    kind: toolKindOf(first?.permission ?? tool),
    status: 'in_progress',
    rawInput: input,
    content: changesOf(tool, input, first?.absolute),
    locations: resources.flatMap(({ absolute }) => (absolute === undefined ? [] : [{ path: absolute }])),
  }
}

/** What a call would change in a file, if its input says so. A file that is written has no text before. */
function changesOf(tool: string, input: unknown, path: string | undefined): ToolCallContent[] {
  const { content, oldString, newString } = (input ?? {}) as { readonly [name: string]: unknown }
  const [before, after] = tool === 'write' ? [null, content] : tool === 'edit' ? [oldString, newString] : []
  if (path === undefined || typeof after !== 'string') return []
  const oldText = typeof before === 'string' ? before.slice(0, MOST_DIFF) : null
  return [{ type: 'diff', path, oldText, newText: after.slice(0, MOST_DIFF) }]
}

function callEndUpdate({ task, data: { call, ok, output } }: EventOf<'tool.finished'>): Update {
  return {
    sessionUpdate: 'tool_call_update',
    toolCallId: `call ${task} ${call}`,
    status: ok ? 'completed' : 'failed',
    content: output === '' ? [] : [textContent(output.slice(0, MOST_OUTPUT))],
  }
}

const kinds: { readonly [permission: string]: ToolKind } = {
  read: 'read',
  list: 'read',
  grep: 'search',
  glob: 'search',
  search: 'search',
  edit: 'edit',
  bash: 'execute',
  webfetch: 'fetch',
  websearch: 'fetch',
}

export const toolKindOf = (permission: string): ToolKind => kinds[permission] ?? 'other'

/** The steps of a plan as they change. */
export function planUpdates(): (event: Event) => Update | undefined {
  const steps = new Map<string, PlanEntry>()
  return (event) => {
    if (event.type === 'plan.committed') {
      steps.clear()
      for (const { id, description } of event.data.steps)
        steps.set(id, { content: description, priority: 'medium', status: 'pending' })
    }
    const entry = event.type === 'step.state' ? steps.get(event.data.step) : undefined
    if (event.type === 'step.state' && entry) steps.set(event.data.step, { ...entry, status: statusOf(event.data.to) })
    if (event.type !== 'plan.committed' && !entry) return undefined
    return { sessionUpdate: 'plan', entries: [...steps.values()] }
  }
}

function statusOf(state: string): PlanEntry['status'] {
  if (['done', 'accepted', 'completed', 'skipped'].includes(state)) return 'completed'
  return ['pending', 'blocked', 'ready', 'waiting'].includes(state) ? 'pending' : 'in_progress'
}
