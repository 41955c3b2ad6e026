import type { EventOf, FactType } from '@convene/domain'
import type { Line } from './line.ts'

/** What a line needs to know in addition to its event. */
export type Cast = {
  readonly mode: string
  readonly workspace: string
  /** The name for a slug. */
  name(slug: string): string
  /** The description of a plan step. */
  step(id: string): string
}

/** A line per event type. */
export type StoryWords = { readonly [T in FactType]: (event: EventOf<T>, cast: Cast) => Line }

/** For readers that know no names: slugs have to do. */
export const strangers: Cast = { mode: '', workspace: '', name: (slug) => slug, step: () => '' }
