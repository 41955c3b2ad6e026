import type { EventOf } from '../event/event.ts'
import type { FactType } from '../event/facts.ts'
import type { Line } from './line.ts'

/** What a line needs to know in addition to its event. */
export type Cast = {
  readonly mode: string
  readonly workspace: string
  /** The name behind a slug. */
  name(slug: string): string
  /** What a step of the plan is about. */
  step(id: string): string
}

/** A line for each type of event. */
export type Words = { readonly [T in FactType]: (event: EventOf<T>, cast: Cast) => Line }

/** For those who know no names: slugs have to do. */
export const strangers: Cast = { mode: '', workspace: '', name: (slug) => slug, step: () => '' }
