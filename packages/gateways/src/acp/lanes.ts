import { type EffectKey, type EventOf, headings } from '@convene/domain'
import { textContent, type Update } from './updates.ts'

/** Live text is replaced as a whole, so more frequent updates would only cost time. */
const EVERY_MS = 250

type Lane = { readonly id: string; text: string; timer: NodeJS.Timeout | undefined; readonly isDirect: boolean }

export type EditorLanes = {
  assigned(event: EventOf<'task.assigned'>, name: string, isDirect: boolean): void
  started(event: EventOf<'effect.started'>): void
  ended(event: EventOf<'task.finished'>): void
  delta(effect: EffectKey, text: string): void
  /** Whether any agent has spoken to the user directly. */
  hasSpoken(): boolean
  close(): void
}

/** A lane for each task. A single agent speaks directly: several at once would be unreadable. */
export function lanesFor(update: (given: Update) => void): EditorLanes {
  const lanes = new Map<string | undefined, Lane>()
  const tasks = new Map<EffectKey, string | undefined>()
  let hasSpoken = false
  const flush = (lane: Lane) => {
    lane.timer = undefined
    update({ sessionUpdate: 'tool_call_update', toolCallId: lane.id, content: [textContent(lane.text)] })
  }
  return {
    assigned: ({ task, data: { to, kind } }, name, isDirect) => {
      const id = `task ${task}`
      lanes.set(task, { id, text: '', timer: undefined, isDirect })
      if (isDirect) return
      const shown = { title: `${name} · ${headings[kind]}`, kind: 'think', status: 'in_progress' } as const
      update({ sessionUpdate: 'tool_call', toolCallId: id, ...shown, _meta: { 'convene/agent': to } })
    },
    started: ({ task, data }) => void tasks.set(data.effect, task),
    ended: ({ task, data }) => {
      const lane = lanes.get(task)
      clearTimeout(lane?.timer)
      lanes.delete(task)
      if (!lane || lane.isDirect) return
      const text = data.report || data.error?.message || lane.text
      const content = text === '' ? [] : [textContent(text)]
      const status = data.ok ? 'completed' : 'failed'
      update({ sessionUpdate: 'tool_call_update', toolCallId: lane.id, status, content })
    },
    delta: (effect, text) => {
      const lane = lanes.get(tasks.get(effect))
      if (!lane) return
      lane.text += text
      hasSpoken ||= lane.isDirect
      if (lane.isDirect) update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
      else lane.timer ??= setTimeout(flush, EVERY_MS, lane)
    },
    hasSpoken: () => hasSpoken,
    close: () => {
      for (const { timer } of lanes.values()) clearTimeout(timer)
    },
  }
}
