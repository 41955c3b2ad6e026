import type { ContextLine, Json, ToolCall } from '@convene/domain'
import type { PromptMessage, ProviderOptions } from '../language-model/language-model.ts'
import { type ProviderState, providerStateOf, type ReasoningPiece } from './provider-state.ts'

type Assistant = Extract<PromptMessage, { role: 'assistant' }>
type Part = Assistant['content'][number]
type Answer = Extract<ContextLine, { role: 'assistant' }>
type Stated = { readonly call: ToolCall; readonly state: ProviderState | undefined }

/** An earlier answer with its parts in the original order: providers that sign their reasoning refuse any other. */
export function answerMessage(line: Answer, idOf: (call: string) => string, model: string): Assistant | undefined {
  if (line.calls.length === 0) return line.text ? plainAnswer(line.text) : undefined
  const calls = line.calls.map((call): Stated => ({ call, state: providerStateOf(call.provider, model) }))
  const content = hasOrder(line, calls) ? inOrder(line, calls, idOf) : textFirst(line, calls, idOf)
  const message = calls.find(({ state }) => state?.message !== undefined)?.state?.message
  if (content.length === 0) return undefined
  return {
    role: 'assistant',
    content,
    ...(message !== undefined && { providerOptions: { openaiCompatible: message } as ProviderOptions }),
  }
}

/** Most lines of a long conversation, which is sent again with each turn. */
const plainAnswer = (text: string): Assistant => ({ role: 'assistant', content: [{ type: 'text', text }] })

/** If the text was shortened since, the recorded positions no longer apply. */
function hasOrder({ text }: Answer, calls: readonly Stated[]): boolean {
  const pieces = calls.flatMap(({ state }) => [...(state?.before ?? []), ...(state?.after ?? [])])
  if (pieces.length === 0) return false
  return pieces.reduce((sum, piece) => sum + ('said' in piece ? piece.said : 0), 0) === text.length
}

function inOrder({ text }: Answer, calls: readonly Stated[], idOf: (call: string) => string): Part[] {
  let at = 0
  const partOf = (piece: ReasoningPiece): Part => {
    if (!('said' in piece)) return reasoningPart(piece)
    at += piece.said
    return { type: 'text', text: text.slice(at - piece.said, at) }
  }
  return calls.flatMap(({ call, state }) => [
    ...(state?.before ?? []).map(partOf),
    callPart(call, idOf(call.id), state),
    ...(state?.after ?? []).map(partOf),
  ])
}

function textFirst({ text }: Answer, calls: readonly Stated[], idOf: (call: string) => string): Part[] {
  const thoughts = calls.flatMap(({ state }) => (state?.before ?? []).filter(isThought))
  return [
    ...thoughts.map(reasoningPart),
    ...(text ? [{ type: 'text' as const, text }] : []),
    ...calls.map(({ call, state }) => callPart(call, idOf(call.id), state)),
  ]
}

type Thought = Exclude<ReasoningPiece, { said: number }>

const isThought = (piece: ReasoningPiece): piece is Thought => !('said' in piece)

const reasoningPart = ({ text, options }: Thought): Part => ({
  type: 'reasoning',
  text,
  ...(options !== undefined && { providerOptions: options as ProviderOptions }),
})

function callPart(call: ToolCall, toolCallId: string, state: ProviderState | undefined): Part {
  const part = { type: 'tool-call' as const, toolCallId, toolName: call.tool, input: objectOf(call.input) }
  return state?.call ? { ...part, providerOptions: state.call as ProviderOptions } : part
}

/** Providers reject a call whose input is not an object. The log contains such calls if a model made a mistake. */
const objectOf = (input: Json): Json =>
  typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { unparsed: input }
