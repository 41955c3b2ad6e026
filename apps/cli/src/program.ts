import type { Refusal } from '@convene/domain'
import type { Program as Opened } from '@convene/host'
import type { Interrupts } from './run/interrupts.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command works with: the program and its terminal. */
export type Program = Opened & {
  readonly terminal: Terminal
  readonly interrupts: Interrupts
  /** A refusal in words, with what to do instead. */
  refusalText(refusal: Refusal): string
  /** Prints a refusal and what to do instead. Returns the exit code for bad usage or configuration. */
  refuse(refusal: Refusal): number
}
