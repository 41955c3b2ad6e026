import type { CommandKind } from './command-kind.ts'
import type { ShellSegment } from './shell-line.ts'

/** A program of a line. */
export type Acting = { readonly segment: ShellSegment; readonly kind: CommandKind; readonly words: readonly string[] }
