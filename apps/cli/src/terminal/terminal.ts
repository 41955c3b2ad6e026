import type { Style } from './style.ts'

/** An output stream: standard output or standard error. */
export type TextSink = {
  /** How the program was started, for commands to copy. Default: `convene`. */
  readonly command?: string
  readonly isTerminal: boolean
  readonly style: Style
  columns(): number
  rows(): number
  /** Writes text. On a terminal, it keeps our colours and loses everything else that a terminal would act on. */
  write(text: string): void
  /** Writes text that must keep its words and line ends, if `write` changes them. */
  verbatim?(text: string): void
  /** Writes cursor movements, too. Text from elsewhere has to be `harmless` first. */
  draw(frame: string): void
  onResize(ring: () => void): () => void
}

/** Where the user reads and types. */
export type Terminal = {
  /** How the program was started: `convene`, `npx convene` or `npm start --`. */
  readonly command: string
  readonly out: TextSink
  readonly err: TextSink
  /** Whether the user can be prompted. */
  readonly canAsk: boolean
  /** Whether a user is present. A script or a build would take anything printed for an answer. */
  readonly isAttended: boolean
  /** Reads one line. Undefined at end of input, null on Ctrl-C. */
  ask(question: string): Promise<string | undefined | null>
  /** Passes keys on without echo until the returned function is called. Ctrl-C still interrupts. */
  keys(take: (sent: string) => void): () => void
  /** Lets the user edit a text in their own editor. Until then, nothing is drawn and no key is read. */
  edit(text: string): Promise<string | undefined>
  /** Reads all of standard input. */
  readAll(): Promise<string>
}
