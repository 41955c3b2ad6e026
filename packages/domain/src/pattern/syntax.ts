/** A test of one character. */
export type Test = (character: string) => boolean

/** A parsed pattern. */
export type Node =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly test: Test }
  | { readonly kind: 'edge'; readonly at: Boundary }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly ways: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number | null }

/** A position between two characters. */
export type Boundary = 'start' | 'end' | 'line start' | 'line end' | 'word edge' | 'no word edge'

/** What `(?ims)` sets. Case is always ignored here: prohibiting patterns match in any case. */
export type Flags = { readonly multiline: boolean; readonly dotAll: boolean }

/** An invalid pattern: `message` says which part, and why. */
export class BadPattern extends Error {}
