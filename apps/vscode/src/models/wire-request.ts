import { isInner, type ModelRequest } from '@convene/domain'
import { type EditorMessage, editorMessages } from './lines.ts'

/** A model request between the program and the editor. */
export type WireRequest = {
  readonly model: string
  readonly messages: readonly EditorMessage[]
  readonly tools: ModelRequest['tools']
  readonly maxOutput: number
}

/** The most tools the editor allows per request. */
const MOST_TOOLS = 128

/** Tools a run cannot continue without come first. */
const fewEnough = (tools: ModelRequest['tools']): ModelRequest['tools'] =>
  tools.length <= MOST_TOOLS
    ? tools
    : [...tools.filter(({ name }) => isInner(name)), ...tools.filter(({ name }) => !isInner(name))].slice(0, MOST_TOOLS)

export const toWireRequest = (request: ModelRequest): WireRequest => ({
  model: request.model,
  messages: editorMessages(request),
  tools: fewEnough(request.tools),
  maxOutput: request.maxOutput,
})

/** The editor's request to one of our models. */
export type WireRequestFromEditor = {
  readonly model: string
  readonly messages: readonly EditorMessage[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input: object }[]
}

export type { EditorMessage, EditorModelPart } from './lines.ts'
