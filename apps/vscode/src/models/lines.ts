import type { Line, ModelRequest, ToolCall } from '@convene/domain'
import { toArray } from '@convene/domain'

/** A part of a message as the editor's models know it. */
export type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly tool: string; readonly input: object }
  | { readonly type: 'result'; readonly id: string; readonly text: string }

export type Said = { readonly role: 'user' | 'assistant'; readonly parts: readonly Part[] }

/**
 * A request as the editor's models take it: they know no system message, so it is the first thing the user says. Results
 * go back under the id of their call; some models refuse a conversation in which one is missing.
 */
export function editorMessages({ system, lines }: Pick<ModelRequest, 'system' | 'lines'>): readonly Said[] {
  const said = toArray(lines).map(fromLine)
  const opening: Said = { role: 'user', parts: [{ type: 'text', text: system }] }
  return joined(system === '' ? said : [opening, ...said])
}

function fromLine(line: Line): Said {
  if (line.role === 'tool') return { role: 'user', parts: [{ type: 'result', id: line.call, text: line.output }] }
  if (line.role === 'user') return { role: 'user', parts: [{ type: 'text', text: line.text }] }
  const text: readonly Part[] = line.text === '' ? [] : [{ type: 'text', text: line.text }]
  return { role: 'assistant', parts: [...text, ...line.calls.map(callPart)] }
}

const callPart = ({ id, tool, input }: ToolCall): Part => ({
  type: 'call',
  id,
  tool,
  input: typeof input === 'object' && input !== null ? input : {},
})

/** Neighbours of one role become one message: results of one reply must stand together. */
function joined(said: readonly Said[]): readonly Said[] {
  const messages: { readonly role: Said['role']; readonly parts: Part[] }[] = []
  for (const { role, parts } of said) {
    const last = messages.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else messages.push({ role, parts: [...parts] })
  }
  return messages
}
