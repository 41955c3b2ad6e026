import type { Refusal } from '@convene/domain'
import type { Environment } from '@convene/platform'
import type { Program } from '../program.ts'
import type { ListedPackage, ProgramParts } from './optional-package.ts'

/**
 * What an optional package adds to Convene: each part is something that the core has many of, and knows without this
 * package too. The package exports it as `extension`. The core never imports the package: an app passes the list of
 * optional packages to the program, and what is asked for decides what is loaded.
 */
export type Extension = ProgramParts & {
  /** Commands of the command line, by name. Its tables describe them, so that help needs no package. */
  readonly commands?: { readonly [name: string]: ExtensionCommand }
  /** What `convene doctor` checks if asked, by name. */
  readonly checks?: { readonly [name: string]: ExtensionCheck }
}

export type OptionalPackage = ListedPackage<Extension>

/** Where a command writes. */
export type CommandOutput = {
  readonly isTerminal: boolean
  readonly style: { bold(text: string): string; yellow(text: string): string }
  columns(): number
  write(text: string): void
}

/** Where a command writes and asks. */
export type CommandTerminal = {
  readonly out: CommandOutput
  readonly err: CommandOutput
  /** Whether the user can be prompted. */
  readonly canAsk: boolean
  /** Reads one line. Undefined at end of input, null on Ctrl-C. */
  ask(question: string): Promise<string | undefined | null>
}

/** A table as wide as the terminal. Cells of the flexible column are shortened first. */
export type CommandTable = {
  readonly titles: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly flexible?: number
}

/** The parsed arguments and options of a command. */
export type CommandInput = {
  readonly words: readonly string[]
  text(option: string): string | undefined
  number(option: string): number | undefined
  flag(option: string): boolean
  list(option: string): readonly string[]
}

/** The work of a command that runs other people's sessions, and how to stop it. */
export type CommandHosting = {
  /** Default: it ends only if it is stopped. */
  readonly ended?: Promise<unknown>
  /** Says that it runs, once asking it to stop ends it cleanly. */
  announce?(): void | Promise<void>
  stop(): void | Promise<void>
}

/** What the command line gives to a command of an optional package. */
export type CommandContext = {
  readonly program: Program
  readonly input: CommandInput
  readonly terminal: CommandTerminal
  /** The list that programs pass on, for a command that opens another one. */
  readonly optional: readonly OptionalPackage[]
  /** The folder of the built pages, or undefined if they are not built. */
  readonly pages: string | undefined
  /** Prints a refusal and what to do instead. Returns the exit code for bad usage or configuration. */
  refuse(refusal: Refusal): number
  printLines(lines: readonly string[]): number
  printJson(value: unknown): number
  printTable(table: CommandTable): number
  /** Prints a text in lines that are not wider than `widest` or the terminal. */
  printWrapped(text: string, widest: number): number
  /** Prints a notice that is not part of the answer, on standard error. */
  printNote(text: string): void
  /** Calls back when the process is asked to stop, until the returned function is called. */
  onInterrupt(stop: () => void): () => void
  /** Opens the app at a path of its page, and stays until it is closed. */
  openApp(path: string): Promise<number>
  /** Stays until the work has ended or the process is asked to stop. Then calls in progress may finish. */
  untilStopped(program: Program, hosting: CommandHosting): Promise<void>
}

/** Runs a command and returns the exit code. */
export type ExtensionCommand = (context: CommandContext) => Promise<number>

/** What was checked, what was found, and how to fix it. Only `bad` makes Convene unusable. */
export type DoctorCheck = {
  readonly state: 'good' | 'note' | 'bad'
  readonly what: string
  readonly found: string
  readonly fix?: string
}

/** Checks something that an optional package knows about. */
export type ExtensionCheck = (environment: Environment, input: CommandInput) => Promise<readonly DoctorCheck[]>
