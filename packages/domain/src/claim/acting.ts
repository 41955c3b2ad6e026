import type { Kind } from './command-kind.ts'
import type { Segment } from './shell-line.ts'

/** A program of a line. */
export type Acting = { readonly segment: Segment; readonly kind: Kind; readonly words: readonly string[] }
