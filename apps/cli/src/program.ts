import type { Refusal } from '@convene/domain'
import type { Program as Opened } from '@convene/host'
import type { Interrupts } from './run/interrupts.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command works with: the program, and the terminal in front of it. */
export type Program = Opened & {
  readonly terminal: Terminal
  readonly interrupts: Interrupts
  /** Says why not, and what to do instead; answers with the exit code for bad usage or configuration. */
  refuse(refusal: Refusal): number
}
