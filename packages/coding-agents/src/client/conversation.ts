import type { PromptResponse, RequestPermissionRequest, RequestPermissionResponse } from '@agentclientprotocol/sdk'
import type { Json, ReportedStep } from '@convene/domain'
import type { AgentProcess } from './agent-process.ts'
import { ReportedSteps } from './reported-steps.ts'
import { Spending } from './spending.ts'
import { type AskedStep, stepOf } from './step.ts'
import type { TeamCall, TeamCalls, TeamResult } from './team-calls.ts'
import { partOf, type SpokenPart } from './updates.ts'

/** How long an agent may take to end a cancelled turn. */
const CANCEL_MS = 5_000
/** Larger than any answer. Limits what is kept in memory unread. */
const MOST_UNREAD = 20_000_000

export type TurnPart =
  | SpokenPart
  | { readonly type: 'step'; readonly step: ReportedStep }
  | { readonly type: 'ask'; readonly key: string; readonly step: AskedStep }
  | { readonly type: 'call'; readonly key: string; readonly tool: string; readonly input: Json }
  | { readonly type: 'end'; readonly response: PromptResponse }
  | { readonly type: 'broken'; readonly error: unknown }

/** Something the agent waits for: a permission, or the result of a call. */
type Waiting = {
  /** Returns false if it no longer waits. */
  answer(result: TeamResult): boolean
  cancel(): void
}

const CANCELLED: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } }

export type ConversationOptions = {
  readonly countsSession?: boolean | undefined
  readonly team?: TeamCalls | undefined
}

/** An ACP session of a running agent. A turn continues even if nobody reads it, and pauses when the agent asks. */
export class AcpConversation {
  readonly id: string
  readonly process: AgentProcess
  /** A turn was cancelled that the log does not know about. */
  wasInterrupted = false
  readonly spending: Spending
  /** Someone is reading it. */
  isRead = false
  /** Where the agent calls the team's tools, if it can. */
  readonly team: TeamCalls | undefined
  readonly #waiting = new Map<string, Waiting>()
  readonly #steps = new ReportedSteps()
  readonly #unhear: () => void
  #unread: TurnPart[] = []
  #size = 0
  #turns = 0
  #isOpen = false
  #count = 0
  #cancelling: Promise<void> | undefined
  #wake: () => void = () => {}

  constructor(id: string, process: AgentProcess, { countsSession, team }: ConversationOptions = {}) {
    this.id = id
    this.team = team
    this.spending = new Spending(countsSession)
    team?.serve((call) => this.#called(call))
    this.process = process
    this.#unhear = process.hear(id, {
      update: (update) => this.#heard(update),
      ask: (request) => this.#asked(request),
      ended: (why) => this.#push({ type: 'broken', error: new Error(why) }),
    })
  }

  /** Whether a turn is in progress, or has unread parts. */
  get isOpen(): boolean {
    return this.#isOpen || this.#unread.length > 0
  }

  prompt(text: string): void {
    this.#turns += 1
    this.#isOpen = true
    const turn = this.#turns
    const ended = (part: TurnPart) => {
      if (turn !== this.#turns) return
      this.#isOpen = false
      this.#release()
      this.#push(part)
    }
    const request = { sessionId: this.id, prompt: [{ type: 'text' as const, text }] }
    this.process.agent.request<PromptResponse>('session/prompt', request).then(
      (response) => {
        this.spending.turnEnded(response)
        ended({ type: 'end', response })
      },
      (error: unknown) => ended({ type: 'broken', error }),
    )
  }

  /** Answers an ask or a call. False if the agent no longer waits for it. */
  answer(key: string, result: TeamResult): boolean {
    const waiting = this.#waiting.get(key)
    this.#waiting.delete(key)
    return waiting?.answer(result) ?? false
  }

  /** The next part of the turn, as soon as there is one. */
  async next(signal: AbortSignal): Promise<TurnPart | undefined> {
    for (;;) {
      if (signal.aborted) return undefined
      const part = this.#unread.shift()
      if (part) {
        this.#size -= sizeOf(part)
        return part
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
    }
  }

  /** Cancels the turn. An agent that does not stop in time is ended. */
  cancel(): Promise<void> {
    this.#cancelling ??= this.#cancel().finally(() => {
      this.#cancelling = undefined
    })
    return this.#cancelling
  }

  /** Resolves when no turn is being cancelled: the next one must not start earlier. */
  async settled(): Promise<void> {
    await this.#cancelling
  }

  async #cancel(): Promise<void> {
    if (!this.#isOpen) return void this.#forget()
    this.wasInterrupted = true
    this.#release()
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(() => late.resolve(), CANCEL_MS)
    await this.process.agent.notify('session/cancel', { sessionId: this.id }).catch(() => undefined)
    const over = new AbortController()
    await Promise.race([this.#drained(over.signal), late.promise]).finally(() => clearTimeout(timer))
    over.abort()
    if (this.#isOpen) await this.process.close()
    this.#forget()
  }

  close(): void {
    this.#unhear()
    this.#release()
  }

  async #drained(signal: AbortSignal): Promise<void> {
    for (;;) {
      const part = await this.next(signal)
      if (!part || part.type === 'end' || part.type === 'broken') return
    }
  }

  /** Lets the agent continue without what it waits for. */
  #release(): void {
    for (const waiting of this.#waiting.values()) waiting.cancel()
    this.#waiting.clear()
  }

  #forget(): void {
    this.#unread = []
    this.#size = 0
  }

  #heard(update: { readonly [key: string]: unknown }): void {
    this.spending.heard(update)
    // Outside a turn, it is a loaded session being replayed, or a late message.
    const part = this.#isOpen ? partOf(update) : undefined
    if (part) this.#push(part)
    const step = this.#isOpen ? this.#steps.hear(update) : undefined
    if (step) this.#push({ type: 'step', step })
  }

  #asked(request: RequestPermissionRequest): Promise<RequestPermissionResponse> {
    if (!this.#isOpen) return Promise.resolve(CANCELLED)
    const step = stepOf(request)
    if (!request.options.some(({ kind }) => kind === 'allow_once')) {
      this.#push({
        type: 'reasoning',
        text: `\n▸ Denied, since the agent offers no way to allow it once: ${step.title}\n`,
      })
      return Promise.resolve(answerTo(request.options, false))
    }
    const { promise, resolve } = Promise.withResolvers<RequestPermissionResponse>()
    const answer = ({ ok }: TeamResult) => {
      resolve(answerTo(request.options, ok))
      return true
    }
    this.#push({ type: 'ask', key: this.#await({ answer, cancel: () => resolve(CANCELLED) }), step })
    return promise
  }

  #called({ tool, input, answer, signal }: TeamCall): boolean {
    if (!this.#isOpen) return false
    const cancel = () => void answer({ ok: false, output: 'The turn ended before the call had a result.' })
    const key = this.#await({ answer, cancel })
    const part = { type: 'call', key, tool, input } as const
    // Otherwise, an agent that keeps making calls and abandoning them would fill the memory.
    signal.addEventListener('abort', () => this.#withdraw(part), { once: true })
    this.#push(part)
    return true
  }

  /** Drops a call that was abandoned before anyone read it. One that was read is already in progress. */
  #withdraw(part: TurnPart & { readonly type: 'call' }): void {
    const index = this.#unread.indexOf(part)
    if (index < 0) return
    this.#unread.splice(index, 1)
    this.#size -= sizeOf(part)
    this.#waiting.delete(part.key)
  }

  #await(waiting: Waiting): string {
    this.#count += 1
    const key = `ask${this.#count}`
    this.#waiting.set(key, waiting)
    return key
  }

  #push(part: TurnPart): void {
    this.#size += sizeOf(part)
    if (this.#size > MOST_UNREAD && part.type !== 'broken') {
      this.#forget()
      this.#unread.push({ type: 'broken', error: new Error('it says more than anyone can read') })
      void this.process.close()
    } else {
      this.#unread.push(part)
    }
    if (part.type === 'broken') this.#isOpen = false
    this.#wake()
  }
}

/** The number of characters chosen by the agent. Each part counts for something, so empty ones are limited too. */
function sizeOf(part: TurnPart): number {
  if ('text' in part) return part.text.length + 1
  if (part.type === 'call') return JSON.stringify(part.input).length + 1
  return 'step' in part ? JSON.stringify(part.step).length + 1 : 1
}

/** Never "allow always": the agent's later steps would be missing from our log. */
function answerTo(options: RequestPermissionRequest['options'], isAllowed: boolean): RequestPermissionResponse {
  const kinds = isAllowed ? ['allow_once'] : ['reject_once', 'reject_always']
  const [found] = kinds.flatMap((kind) => options.filter((option) => option.kind === kind))
  return { outcome: found ? { outcome: 'selected', optionId: found.optionId } : { outcome: 'cancelled' } }
}
