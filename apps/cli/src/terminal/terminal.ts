import type { Style } from './style.ts'

/** One way out: standard output or standard error. */
export type Sink = {
  readonly isTerminal: boolean
  readonly style: Style
  columns(): number
  rows(): number
  write(text: string): void
  onResize(ring: () => void): () => void
}

/** Where people read and type. */
export type Terminal = {
  /** What people type to start this program: `convene`, or `npm start --`. */
  readonly command: string
  readonly out: Sink
  readonly err: Sink
  /** Whether somebody can be asked. */
  readonly canAsk: boolean
  /** Whether somebody sits here at all: a script or a build reads what it is given for an answer. */
  readonly isAttended: boolean
  /** One line that somebody typed; undefined at the end of what there is to read, null on Ctrl-C. */
  ask(question: string): Promise<string | undefined | null>
  /** Passes on what is typed, key by key, without showing it; Ctrl-C still interrupts. Until the returned function is called. */
  keys(take: (sent: string) => void): () => void
  /** Everything on standard input. */
  readAll(): Promise<string>
}
