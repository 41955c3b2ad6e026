/** A test of one character. */
export type Test = (character: string) => boolean

/** A pattern as it was read. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'edge'; readonly at: Edge }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly ways: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number | null }

/** A place between two characters. */
export type Edge = 'start' | 'end' | 'line start' | 'line end' | 'word edge' | 'no word edge'

/** What `(?ims)` sets. Case never counts here: patterns that prohibit something are matched whatever the case. */
export type Flags = { readonly multiline: boolean; readonly dotAll: boolean }

/** The pattern is not one: `message` says which part of it, and why. */
export class BadPattern extends Error {}
