import type { Json } from '@convene/domain'

/**
 * What a recorded answer contains, read as simply as possible and without our adapters. `finish` is the provider's
 * word.
 */
export type Held = {
  readonly text: string
  readonly calls: readonly { readonly tool: string; readonly input: Json }[]
  readonly usage: { readonly input: number; readonly output: number } | null
  readonly finish: string
  /** An error inside a stream. */
  readonly error?: string
}

export type Fields = { readonly [name: string]: Json }

export const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
export const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fields) : [])
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')
export const number = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** The input of a call. A call without arguments is an empty text on the wire. */
export const inputOf = (text: string): Json => (text.trim() === '' ? {} : (JSON.parse(text) as Json))

/** The events of a stream, in order. */
export const eventsIn = (body: string): readonly Fields[] =>
  body
    .split(/\r?\n\r?\n/)
    .map((event) =>
      event
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []))
        .join('\n'),
    )
    .filter((data) => data.startsWith('{'))
    .map((data) => fields(JSON.parse(data)))

/** Pieces under the same key belong together, in the order in which the keys came. */
export class Pieces<Piece> {
  readonly #pieces = new Map<Json | undefined, Piece>()
  at(key: Json | undefined, create: () => Piece): Piece {
    const piece = this.#pieces.get(key) ?? create()
    this.#pieces.set(key, piece)
    return piece
  }
  get all(): readonly Piece[] {
    return [...this.#pieces.values()]
  }
}
