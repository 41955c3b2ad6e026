import { emptySession, type Session, type SessionId } from '@convene/domain'
import { type Asking, type AskingAbove, type AskingDialog, askingWith, type ShownInquiry } from '../asking/asking.ts'
import type { InquiryPage } from '../asking/inquiry-rows.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { type Prompt, promptRows } from './prompt-rows.ts'
import {
  cleared,
  type Entered,
  HOLD_MS,
  isNothingTyped,
  nothingTyped,
  ownsLine,
  settle,
  type Typed,
  type Typing,
  type,
} from './typing.ts'

type Rows = (page: MarkdownPage) => readonly string[]

export type ComposerOptions = AskingDialog & {
  readonly history: readonly string[]
  /** What Enter does now. */
  prompt(composer: ChatComposer): Prompt
  entered(line: Entered): void
  /** Ctrl-D. */
  leaves(): void
  /** Esc on an empty line. */
  drops(): void
  /** The line has to be redrawn. */
  changed(): void
}

/** A chat's input line, with approvals and questions above it. It owns the keyboard for as long as the chat runs. */
export class ChatComposer implements Asking {
  readonly #options: ComposerOptions
  readonly #dialog: AskingAbove
  readonly #stopListening: () => void
  #session = emptySession('' as SessionId)
  #typing: Typing
  #printing: Rows[] = []
  #toDialog: ((sent: string) => void) | undefined

  constructor(options: ComposerOptions) {
    this.#options = options
    this.#typing = nothingTyped(options.history)
    // The dialog reads a virtual keyboard that gets only its own keys.
    this.#dialog = askingWith({
      now: options.now,
      answer: options.answer,
      edit: options.edit,
      keys: (take) => {
        this.#toDialog = take
        return () => {
          this.#toDialog = undefined
        }
      },
    })
    this.#stopListening = options.keys((sent) => this.#take(type(this.#typing, sent, this.#at())))
  }

  /** The session as it was last shown. */
  get session(): Session {
    return this.#session
  }

  get isEmpty(): boolean {
    return isNothingTyped(this.#typing)
  }

  /** The inquiry on screen, if there is one. */
  get asked(): ShownInquiry | undefined {
    return this.#dialog.asked()
  }

  /** Whether the line answers the question on screen: it was started below it. */
  get answers(): boolean {
    const { asked } = this
    return asked?.stage === 'answering' && (this.isEmpty || this.#typing.begunAt === asked.id)
  }

  /** Answers the question on screen. */
  reply(text: string): void {
    this.#dialog.reply(text)
  }

  clear(): void {
    this.#typing = cleared(this.#typing)
  }

  /** Forgets a key that would have answered in a moment. */
  release(): void {
    this.#typing = { ...this.#typing, held: undefined }
  }

  /** Prints rows above, once. */
  print(rows: Rows): void {
    this.#printing.push(rows)
  }

  follow(session: Session): void {
    this.#session = session
    this.#dialog.follow(session)
  }

  rows(page: InquiryPage): readonly string[] {
    const { asked } = this
    if (asked && ownsLine(asked)) return this.#dialog.rows(page)
    const line = ['', ...promptRows(this.#typing.line, this.#options.prompt(this), page)]
    // A screen too low for both would be torn.
    const rows = page.rows - line.length
    return [...this.#dialog.rows({ ...page, rows, isAnsweredBelow: true }), ...line]
  }

  printed(page: MarkdownPage): readonly string[] {
    const rows = [...this.#dialog.printed(page), ...this.#printing.flatMap((each) => each(page))]
    this.#printing = []
    return rows
  }

  /** Ends this session's part. The line stays. */
  end(): void {
    this.#dialog.end()
  }

  /** Releases the keyboard. */
  close(): void {
    this.#dialog.end()
    this.#stopListening()
  }

  #at() {
    return { now: this.#options.now(), asked: this.asked }
  }

  #take(typed: Typed): void {
    this.#typing = typed.typing
    if (typed.dialog !== undefined) this.#toDialog?.(typed.dialog)
    if (typed.typing.held) setTimeout(() => this.#take(settle(this.#typing, this.#at())), HOLD_MS)
    for (const line of typed.entered) this.#options.entered(line)
    if (typed.drops) this.#options.drops()
    if (typed.leaves) this.#options.leaves()
    this.#options.changed()
  }
}
