import type { Json } from '@convene/domain'
import type { Study } from '../study.ts'

/** What is said, and which tools are called after it. */
export type Reply = {
  readonly text: string
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
}

/** Puts a study into the words that one heading asks for. */
export type Answer = (study: Study) => Reply

export const says = (text: string): Reply => ({ text, calls: [] })
