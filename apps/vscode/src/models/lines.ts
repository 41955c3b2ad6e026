import type { ContextLine, ModelRequest, ToolCall } from '@convene/domain'
import { toArray } from '@convene/domain'

/** A message part in the editor's format. */
export type EditorModelPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly input: object }
  | { readonly type: 'result'; readonly id: string; readonly text: string }

export type EditorMessage = { readonly role: 'user' | 'assistant'; readonly parts: readonly EditorModelPart[] }

/**
 * Converts a request for the editor's models. They have no system message, so it becomes the first user message. Each
 * result carries the id of its call, because some models refuse a conversation with a missing one.
 */
export function editorMessages({ system, lines }: Pick<ModelRequest, 'system' | 'lines'>): readonly EditorMessage[] {
  const said = toArray(lines).map(fromLine)
  const opening: EditorMessage = { role: 'user', parts: [{ type: 'text', text: system }] }
  return joined(system === '' ? said : [opening, ...said])
}

function fromLine(line: ContextLine): EditorMessage {
  if (line.role === 'tool') return { role: 'user', parts: [{ type: 'result', id: line.call, text: line.output }] }
  if (line.role === 'user') return { role: 'user', parts: [{ type: 'text', text: line.text }] }
  const text: readonly EditorModelPart[] = line.text === '' ? [] : [{ type: 'text', text: line.text }]
  return { role: 'assistant', parts: [...text, ...line.calls.map(callPart)] }
}

const callPart = ({ id, tool, input }: ToolCall): EditorModelPart => ({
  type: 'call',
  id,
  tool,
  input: typeof input === 'object' && input !== null ? input : {},
})

/** Merges adjacent messages of one role: the results of one reply must be in one message. */
function joined(said: readonly EditorMessage[]): readonly EditorMessage[] {
  const messages: { readonly role: EditorMessage['role']; readonly parts: EditorModelPart[] }[] = []
  for (const { role, parts } of said) {
    const last = messages.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else messages.push({ role, parts: [...parts] })
  }
  return messages
}
