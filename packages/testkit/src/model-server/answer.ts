import type { Json } from '@convene/domain'

/** Tokens as counted by a service: `cached` is part of `input`, `reasoning` part of `output`. */
export type ScriptedUsage = {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

/** `raw` replaces the JSON of `input` on the wire, for arguments that no parser accepts. */
export type ScriptedCall = {
  readonly name: string
  readonly input: Json
  readonly id?: string
  readonly raw?: string
  /** The group of tools that it belongs to. Only the Responses dialect has such groups. */
  readonly namespace?: string
}

/** `refused` is the model's own refusal, `filtered` a filter's. */
export type AnswerFinish = 'stop' | 'tools' | 'length' | 'refused' | 'filtered'

/** An answer of the server as a model. Anything left out is derived from the request, the same for the same request. */
export type Answer = {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: Partial<ScriptedUsage>
  readonly finish?: AnswerFinish
  /** How many chunks the text is split into. */
  readonly parts?: number
  /** Before each chunk except the first. */
  readonly delayMs?: number
  /** Before the first byte. */
  readonly latencyMs?: number
}
