import { isInner, type ModelRequest } from '@convene/domain'
import { editorMessages, type Said } from './lines.ts'

/** A model request as it travels between the program and the editor. */
export type WireRequest = {
  readonly model: string
  readonly messages: readonly Said[]
  readonly tools: ModelRequest['tools']
  readonly maxOutput: number
}

/** As many tools as the editor lets a request have. */
const MOST_TOOLS = 128

/** Those first without which a run could not go on. */
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

/** What the editor wants of one of our models. */
export type WireRequestFromEditor = {
  readonly model: string
  readonly messages: readonly Said[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input: object }[]
}

export type { Part, Said } from './lines.ts'
