import { type Command, emptySession, isActive, isBusy, isPaused, type Session, type SessionId } from '@convene/domain'
import { type Drive, drive } from '@convene/host'
import { entriesRows } from '../live-view/entry-rows.ts'
import { type LivePresenter, livePresenter } from '../live-view/live-presenter.ts'
import type { Presenter } from '../live-view/presenter.ts'
import { notice } from '../live-view/printed.ts'
import type { Tone, Verbosity } from '../live-view/view.ts'
import type { CliProgram } from '../program.ts'
import { leftToEditor } from '../run/editor-models.ts'
import { announce, GRACE_MS } from '../run/foreground.ts'
import type { ForegroundRequest } from '../run/foreground-request.ts'
import { exitCodeOf, type Interrupt } from '../terminal/interrupts.ts'
import type { MarkdownPage } from '../terminal/markdown.ts'
import { ChatComposer } from './composer.ts'
import type { ChosenSetup } from './meaning.ts'
import { programInChat } from './program-in-chat.ts'
import { promptOf } from './prompt.ts'
import type { Entered } from './typing.ts'

/** What a conversation begins with. */
export type Beginning = {
  readonly program: CliProgram
  readonly verbosity: Verbosity
  readonly session: Session
  readonly history: readonly string[]
  /** What a line does. */
  act(conversation: ChatConversation, line: Entered): Promise<void>
}

/** The session on screen, the run in it, and the line below. Lines are handled one after another. */
export class ChatConversation {
  readonly program: CliProgram
  readonly composer: ChatComposer
  readonly #begun: Beginning
  readonly #over = Promise.withResolvers<number>()
  #presenter: LivePresenter
  #driven: Drive | undefined
  #choice: ChosenSetup | undefined
  #asked: { readonly question: string; answer(text: string | null): void } | undefined
  #leavingWith: number | undefined
  #isOffered = false
  /** Something was sent to the run that is shown. */
  #isSent = false
  #isOver = false
  #last: Promise<void> = Promise.resolve()

  constructor(begun: Beginning) {
    this.#begun = begun
    const { terminal } = begun.program
    this.program = programInChat(begun.program, {
      print: (rows) => this.print(() => rows),
      notice: (text) => this.notice(text, 'warning'),
      ask: (question) => this.#ask(question),
    })
    this.composer = new ChatComposer({
      now: begun.program.now,
      keys: terminal.keys,
      edit: terminal.edit,
      history: begun.history,
      answer: async (command, ask) => {
        for (const text of (await this.#driven?.send(command, ask)) ?? []) this.notice(text)
      },
      prompt: (composer) =>
        this.#asked ? { label: 'answer', hint: this.#asked.question.trim() } : promptOf(composer, this.#choice),
      entered: (line) => this.#entered(line),
      drops: () => this.choose(undefined),
      leaves: () => this.leave(0),
      changed: () => this.#presenter.draw(),
    })
    this.#presenter = this.#presenterOf(begun.session, begun.session.run !== null)
  }

  /** Begins, and returns the exit code once the user has left. */
  start(begin: () => Promise<void>): Promise<number> {
    this.#next(begin)
    return this.#over.promise
  }

  get choice(): ChosenSetup | undefined {
    return this.#choice
  }

  /** Whether its run is shown, working or waiting for an answer. */
  get isDriven(): boolean {
    return this.#driven !== undefined
  }

  /** How the next goal is worked on. */
  choose(choice: ChosenSetup | undefined): void {
    this.#choice = choice
  }

  /** One line from Convene itself, at once: the presenter would hold it back until an answer is complete. */
  notice(text: string, tone: Tone = 'plain'): void {
    this.print((page) => entriesRows([notice(tone, text)], page))
  }

  /** Prints rows above the line, after everything that has happened so far. */
  print(rows: (page: MarkdownPage) => readonly string[]): void {
    this.#presenter.draw()
    this.composer.print(rows)
  }

  /** Shows another session. */
  turnTo(session: Session): void {
    this.#letGo()
    this.#presenter.end(undefined)
    this.#presenter = this.#presenterOf(session, session.run !== null)
  }

  /** An empty session, not stored until a goal is given. */
  async beginNew(): Promise<void> {
    this.turnTo(emptySession((await this.program.ids()).next() as SessionId))
  }

  /** Sends the run a command. A run at rest continues with it. */
  async send(command: Command): Promise<void> {
    if (!this.#driven) return this.drive({ session: this.composer.session.id, command })
    this.#isSent = true
    for (const text of await this.#driven.send(command)) this.notice(text)
  }

  /** Continues the session and shows it until it rests. */
  async drive(request: ForegroundRequest): Promise<void> {
    if ((await leftToEditor(this.program, request)) !== undefined || this.#isOver) return
    // Two at once would show everything twice.
    this.#letGo()
    this.#isSent = false
    const { session, command } = request
    const watcher = { ...this.#watcher(), answers: true }
    const driven = await drive(this.program, { session, command, after: this.composer.session.seq, watcher })
    if ('refusal' in driven) return void this.program.refuse(driven.refusal)
    this.#driven = driven
    const { advice, ...rest } = request
    announce(this.program, this.#presenter, this.#isOffered ? rest : request, driven)
    this.#isOffered ||= advice !== undefined
    driven.rested.then(
      () => this.#rest(driven),
      (error) => this.#fail(error),
    )
  }

  /** Ctrl-C pauses a run that works here, or stops a follow-up. Otherwise it clears the line, or leaves. */
  interrupt(interrupt: Interrupt): void {
    const code = exitCodeOf[interrupt]
    this.composer.release()
    const holding = this.#leavingWith === undefined ? this.#holding() : undefined
    if (this.#asked) this.#answered(null)
    else if (interrupt !== 'SIGINT') this.leave(code)
    else if (holding) this.#atOnce({ type: holding })
    else if (this.#driven || this.composer.isEmpty) this.#end(code)
    else this.composer.clear()
  }

  /** The command that halts the work done here. */
  #holding(): 'pause' | 'stop' | undefined {
    const { session } = this.composer
    if (this.#driven?.where !== 'here') return undefined
    if (isActive(session)) return 'pause'
    return isPaused(session) || !isBusy(session) ? undefined : 'stop'
  }

  /** Leaves. A run in this process is paused first, and its calls get a moment to finish. */
  leave(code: number): void {
    if (this.#leavingWith !== undefined) return
    this.#leavingWith = code
    const isHere = this.#driven?.where === 'here'
    if (!isHere || isPaused(this.composer.session)) this.#end(code)
    else if (isActive(this.composer.session)) this.#atOnce({ type: 'pause' })
    setTimeout(() => this.#end(code), GRACE_MS).unref()
  }

  #presenterOf(state: Session, recall: boolean): LivePresenter {
    const { program, verbosity } = this.#begun
    const { out: sink } = program.terminal
    return livePresenter({ sink, state, verbosity, now: program.now, recall, below: this.composer })
  }

  /** Looks up the presenter on each event, because the session may have been replaced. */
  #watcher(): Pick<Presenter, 'events' | 'delta' | 'notice'> {
    return {
      events: (batch) => this.#presenter.events(batch),
      delta: (...delta) => this.#presenter.delta(...delta),
      notice: (text) => this.#presenter.notice(text),
    }
  }

  #entered(line: Entered): void {
    if (this.#asked) this.#answered(line.text)
    else this.#next(() => this.#begun.act(this, line))
  }

  #ask(question: string): Promise<string | null> {
    this.composer.clear()
    return new Promise((answer) => {
      this.#asked = { question, answer }
    })
  }

  #answered(text: string | null): void {
    const asked = this.#asked
    this.#asked = undefined
    asked?.answer(text)
  }

  #next(act: () => Promise<void>): void {
    this.#last = this.#last.then(act).catch((error) => this.#fail(error))
  }

  /** Does not wait for a line that is still being handled. */
  #atOnce(command: Command): void {
    this.send(command).catch((error) => this.#fail(error))
  }

  #rest(driven: Drive): void {
    driven.end()
    if (this.#driven !== driven) return
    this.#driven = undefined
    if (this.#leavingWith !== undefined) this.#end(this.#leavingWith)
    // A line sent just as the session came to rest continues it, and nobody would see that.
    else if (this.#isSent)
      this.#next(async () => {
        if (!this.#driven) await this.drive({ session: this.composer.session.id })
      })
  }

  #letGo(): void {
    this.#driven?.end()
    this.#driven = undefined
  }

  /** Runs in this process end with it, and continue with `resume`. */
  #end(code: number): void {
    this.#close()
    this.#over.resolve(code)
  }

  #fail(error: unknown): void {
    this.#close()
    this.#over.reject(error)
  }

  /** Restores the terminal. */
  #close(): void {
    this.#isOver = true
    this.#letGo()
    this.composer.close()
    this.#presenter.end(undefined)
  }
}
