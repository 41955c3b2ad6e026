import type { Json } from '@convene/domain'

/** Tokens as a service counts them: `cached` is a part of `input`, `reasoning` a part of `output`. */
export type ScriptedUsage = {
  readonly input: number
  readonly cached: number
  readonly output: number
  readonly reasoning: number
}

/** `raw` replaces the JSON of `input` on the wire, for arguments that no parser takes. */
export type ScriptedCall = {
  readonly name: string
  readonly input: Json
  readonly id?: string
  readonly raw?: string
}

/** `refused` is the model's own no, `filtered` that of a filter behind it. */
export type AnswerFinish = 'stop' | 'tools' | 'length' | 'refused' | 'filtered'

/** What the server says as a model would. Whatever is left out is made from the request, the same for the same request. */
export type Answer = {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  readonly usage?: Partial<ScriptedUsage>
  readonly finish?: AnswerFinish
  /** How many chunks the text is cut into. */
  readonly parts?: number
  /** Before each chunk but the first. */
  readonly delayMs?: number
  /** Before the first byte. */
  readonly latencyMs?: number
}
