import { type ContextLine, items, type Json, type ModelRequest, type ToolCall } from '@convene/domain'

/** Maximum characters of one text, and of all messages of one call: collectors refuse spans of many megabytes. */
const LONGEST_TEXT = 8_000
const LONGEST_CALL = 60_000

type Part =
  | { readonly type: 'text' | 'reasoning'; readonly content: string }
  | { readonly type: 'tool_call'; readonly id: string; readonly name: string; readonly arguments: Json }
  | { readonly type: 'tool_call_response'; readonly id: string; readonly response: string }

export type InputMessage = { readonly role: 'user' | 'assistant' | 'tool'; readonly parts: readonly Part[] }
export type OutputMessage = InputMessage & { readonly finish_reason: string }

/** What was sent to a model, in the conventions' format. If it is long, only the newest part. */
export function inputMessages({ lines }: Pick<ModelRequest, 'lines'>): readonly InputMessage[] {
  const all = [...items(lines)]
  const kept: InputMessage[] = []
  let left = LONGEST_CALL
  for (const line of all.toReversed()) {
    const message = messageOf(line)
    left -= JSON.stringify(message).length
    if (left < 0 && kept.length > 0) break
    kept.unshift(message)
  }
  const dropped = all.length - kept.length
  return dropped === 0 ? kept : [userMessage(`(${dropped} earlier messages left out)`), ...kept]
}

export const userMessage = (content: string): InputMessage => ({ role: 'user', parts: [text(content)] })

/** What came back. An answer may consist only of calls, or of nothing: then it has no text part. */
export const outputMessage = (said: {
  readonly text: string
  readonly reasoning?: string | undefined
  readonly calls?: readonly ToolCall[]
  readonly finish: string
}): OutputMessage => ({
  role: 'assistant',
  parts: [
    ...(said.reasoning ? [{ type: 'reasoning' as const, content: cut(said.reasoning) }] : []),
    ...(said.text ? [text(said.text)] : []),
    ...(said.calls ?? []).map(callPart),
  ],
  finish_reason: said.finish,
})

export const systemInstructions = ({ system }: Pick<ModelRequest, 'system'>): readonly Part[] => [text(system)]

export const toolDefinitions = ({ tools }: Pick<ModelRequest, 'tools'>) =>
  tools.map(({ name, description }) => ({ type: 'function', name, description: cut(description) }))

function messageOf(line: ContextLine): InputMessage {
  if (line.role === 'user') return userMessage(line.text)
  if (line.role === 'tool')
    return { role: 'tool', parts: [{ type: 'tool_call_response', id: line.call, response: cut(line.output) }] }
  return { role: 'assistant', parts: [...(line.text ? [text(line.text)] : []), ...line.calls.map(callPart)] }
}

const callPart = ({ id, tool, input }: ToolCall): Part => {
  const written = JSON.stringify(input) ?? ''
  return { type: 'tool_call', id, name: tool, arguments: written.length > LONGEST_TEXT ? cut(written) : input }
}

const text = (content: string): Part => ({ type: 'text', content: cut(content) })

/** The beginning of a long text, and how much is missing. */
export const cut = (content: string): string =>
  content.length <= LONGEST_TEXT
    ? content
    : `${content.slice(0, LONGEST_TEXT)}… (${content.length - LONGEST_TEXT} more characters)`
