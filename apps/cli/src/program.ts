import type { Refusal } from '@convene/domain'
import type { Program as Opened } from '@convene/host'
import type { Client } from '@convene/protocol'
import type { Interrupts } from './terminal/interrupts.ts'
import type { Terminal } from './terminal/terminal.ts'

/** What a command works with: the program and its terminal. */
export type CliProgram = Opened & {
  readonly terminal: Terminal
  readonly interrupts: Interrupts
  /** The server that has the sessions, if the user is logged in to one. */
  readonly remote?: { readonly server: string; readonly client: Client }
  /** A refusal in words, with what to do instead. */
  refusalText(refusal: Refusal): string
  /** Prints a refusal and what to do instead. Returns the exit code for bad usage or configuration. */
  refuse(refusal: Refusal): number
}

/** Where a session runs, if not here. */
export const elsewhere = ({ remote }: Pick<CliProgram, 'remote'>): string =>
  remote ? `on ${remote.server}` : 'in another process'
