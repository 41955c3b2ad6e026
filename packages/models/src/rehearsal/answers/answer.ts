import type { Json } from '@convene/domain'
import type { Study } from '../study.ts'

/** The text, and the tools to call after it. */
export type Reply = {
  readonly text: string
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
}

/** Turns a study into the answer for one heading. */
export type Answer = (study: Study) => Reply

export const says = (text: string): Reply => ({ text, calls: [] })
