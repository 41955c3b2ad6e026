import type { ModelRequest } from '@convene/domain'
import { editorMessages, type Said } from './lines.ts'

/** A model request as it travels between the program and the editor. */
export type WireRequest = {
  readonly model: string
  readonly messages: readonly Said[]
  readonly tools: ModelRequest['tools']
  readonly maxOutput: number
}

export const toWireRequest = (request: ModelRequest): WireRequest => ({
  model: request.model,
  messages: editorMessages(request),
  tools: request.tools,
  maxOutput: request.maxOutput,
})

/** What the editor wants of one of our models. */
export type WireRequestFromEditor = {
  readonly model: string
  readonly messages: readonly Said[]
  readonly tools: readonly { readonly name: string; readonly description: string; readonly input: object }[]
}

export type { Part, Said } from './lines.ts'
