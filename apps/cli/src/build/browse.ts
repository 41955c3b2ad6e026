import type { Session } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { keysIn } from '../terminal/edited-line.ts'
import { exitCodeOf, type Interrupt } from '../terminal/interrupts.ts'
import { withoutPastedKeys } from '../terminal/pastes.ts'
import { printNote } from '../terminal/print.ts'
import { screenOn, type TerminalScreen } from '../terminal/screen.ts'
import { type Browsing, beginning, pressInReview, renewed } from './browsing.ts'
import { closingWords } from './closing-words.ts'
import type { Act, ReviewDesk } from './desk.ts'
import { type DiffLayout, diffLayout } from './diff-layout.ts'
import { doneWords } from './done-words.ts'
import { diffWidth, reviewFrame, type Screenful } from './frame.ts'
import { watch } from './watch.ts'

/** Shows a review in the terminal until the user leaves it. Comments that are sent are worked on in between. */
export async function browse(program: CliProgram, input: Input, desk: ReviewDesk, first: BuildReview): Promise<number> {
  let browsing = beginning(first)
  for (;;) {
    const view = new ReviewView(program, desk, browsing)
    const end = await view.ended
    browsing = view.browsing
    if (typeof end === 'string') {
      for (const line of closingWords(browsing.review)) printNote(program, line)
      return end === 'left' ? 0 : exitCodeOf[end]
    }
    const code = await watch(program, input, end.sentAfter)
    const review = await desk.read()
    if (!review.ok) return program.refuse(review.refusal)
    if (code >= INTERRUPTED) return code
    browsing = renewed(browsing, review.value, 'The comments were answered. This is the change as it is now.')
  }
}

const INTERRUPTED = 128

/** `sentAfter`: comments were sent, and everything after that is work on them. */
type End = 'left' | { readonly sentAfter: Session } | Interrupt

/** The review on the screen. It owns the keyboard until it ends. */
class ReviewView {
  readonly ended: Promise<End>
  browsing: Browsing
  readonly #program: CliProgram
  readonly #desk: ReviewDesk
  readonly #screen: TerminalScreen
  #layout: { readonly review: BuildReview; readonly width: number; readonly layout: DiffLayout } | undefined
  #page = 10
  #busy: string | null = null

  constructor(program: CliProgram, desk: ReviewDesk, browsing: Browsing) {
    this.#program = program
    this.#desk = desk
    this.browsing = browsing
    const { out } = program.terminal
    this.#screen = screenOn(out)
    const { promise, resolve } = Promise.withResolvers<End>()
    const stops = [
      program.terminal.keys((sent) => void this.#take(sent).then((end) => end && resolve(end))),
      out.onResize(() => this.#draw()),
      program.interrupts.listen(resolve),
    ]
    this.#draw()
    const follows = this.#follow()
    this.ended = promise.finally(async () => {
      for (const stop of stops) stop()
      this.#screen.end()
      ;(await follows)()
    })
  }

  /** While agents still work, the review is read again after each of their changes. */
  async #follow(): Promise<() => void> {
    const engine = await this.#program.engine()
    const state = await engine.state(this.#desk.session)
    let isReading = false
    const again = async () => {
      if (isReading || this.#busy !== null) return
      isReading = true
      const review = await this.#desk.read()
      isReading = false
      if (review.ok && this.#busy === null) this.browsing = renewed(this.browsing, review.value)
      this.#draw()
    }
    return engine.follow(this.#desk.session, state?.seq ?? 0, { batch: () => void again() })
  }

  async #take(sent: string): Promise<End | undefined> {
    if (this.#busy !== null) return undefined
    for (const key of keysIn(withoutPastes(sent, this.browsing.draft !== null))) {
      const { browsing, act, leaves } = pressInReview(this.browsing, key, this.#page)
      this.browsing = browsing
      if (leaves) return 'left'
      const sentAfter = act && (await this.#act(act))
      if (sentAfter) return { sentAfter }
    }
    this.#draw()
    return undefined
  }

  /** The session before comments were sent, if they were. */
  async #act(act: Act): Promise<Session | undefined> {
    this.#busy = busyWords[act.type] ?? 'One moment …'
    this.#draw()
    const before = await (await this.#program.engine()).state(this.#desk.session)
    const done = await this.#desk.act(act)
    this.#busy = null
    if (!done.ok) {
      this.browsing = { ...this.browsing, notice: this.#program.refusalText(done.refusal) }
      return undefined
    }
    const { review, notes } = done.value
    this.browsing = renewed(this.browsing, review, [doneWords(act, review), ...notes].join(' '))
    return act.type === 'send' ? before : undefined
  }

  #draw(): void {
    const { out } = this.#program.terminal
    const screen: Screenful = { columns: out.columns(), rows: out.rows(), style: out.style }
    const frame = reviewFrame(this.browsing, this.#layoutFor(screen), screen, this.#busy)
    this.#page = frame.page
    this.browsing = { ...this.browsing, scrolled: frame.scrolled }
    this.#screen.draw([], frame.rows)
  }

  /** Laid out once for each width: a change may have thousands of lines. */
  #layoutFor(screen: Screenful): DiffLayout {
    const { review } = this.browsing
    const width = diffWidth(screen)
    if (this.#layout?.review !== review || this.#layout.width !== width)
      this.#layout = { review, width, layout: diffLayout(review, { width, style: screen.style }) }
    return this.#layout.layout
  }
}

const busyWords: { readonly [type in Act['type']]?: string } = {
  keep: 'Keeping …',
  undo: 'Undoing …',
  commit: 'Committing …',
  'pull-request': 'Pushing …',
  send: 'Sending …',
}

/** Pasted text is not keys: an a in it must not keep anything. In a comment, it is text. */
const withoutPastes = (sent: string, isWriting: boolean): string =>
  isWriting ? withoutPastedKeys(sent).replace(marks, '') : sent.replace(pasted, '')

// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks around pasted text
const marks = /\u001b\[20[01]~/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks around pasted text
const pasted = /\u001b\[200~[\s\S]*?(?:\u001b\[201~|$)/gu
