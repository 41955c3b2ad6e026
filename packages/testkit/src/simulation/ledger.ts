import { type Event, type EventOf, effectEndedBy, type Fact, isFinal, type SessionId } from '@convene/domain'
import { DecisionBook } from './decision-book.ts'
import { ProgressBook } from './progress-book.ts'
import { TaskBook } from './task-book.ts'

export type LedgerMessage = {
  readonly id: string
  readonly text: string
  readonly to: string | null
  readonly seq: number
}

/**
 * What an independent reader knows about a session after each stored event. It deliberately shares no code with the
 * domain: the rules are checked against this, not against the fold that may have the bug.
 */
export class Ledger {
  readonly session: SessionId
  readonly events: Event[] = []
  readonly started = new Map<string, EventOf<'effect.started'>>()
  readonly ended = new Map<string, Event>()
  /** Checks that have started, and whether they have a result. One that was lost starts again under the same key. */
  readonly checks = new Map<string, 'started' | 'finished'>()
  readonly asks = new Map<string, EventOf<'permission.asked'>>()
  readonly answered = new Map<string, EventOf<'permission.answered'>>()
  readonly messages = new Map<string, LedgerMessage>()
  readonly takenIn = new Map<string, number>()
  readonly tasks = new TaskBook()
  readonly decisions = new DecisionBook()
  readonly progress = new ProgressBook()
  queue: string[] = []
  run: EventOf<'run.started'> | undefined
  phase = 'idle'
  resumeTo: string | null = null
  /** Agents paused by name. */
  readonly paused = new Set<string>()
  grants: string[] = []
  /** The user's last command was stop. */
  stopped = false
  /** How many events were copied from the session this one was forked from. */
  copied = 0

  constructor(session: SessionId) {
    this.session = session
  }

  get open(): readonly EventOf<'effect.started'>[] {
    return [...this.started].filter(([key]) => !this.ended.has(key)).map(([, event]) => event)
  }

  /** Only the user can move it forward. */
  get waits(): boolean {
    return this.asks.size > 0 || this.tasks.questions.size > 0 || this.phase === 'paused' || this.paused.size > 0
  }

  get atRest(): boolean {
    return this.phase === 'idle' || this.phase === 'paused' || isFinal(this.phase)
  }

  file(event: Event): void {
    this.events.push(event)
    const key = effectEndedBy(event)
    if (key !== undefined) this.ended.set(key, event)
    this.#fileWork(event)
    this.#filePerson(event)
    this.decisions.file(event, event.type === 'task.finished' ? this.tasks.under(event.task) : [])
    this.progress.file(event)
    this.tasks.file(event)
  }

  #fileWork(event: Event): void {
    switch (event.type) {
      case 'effect.started':
        this.started.set(event.data.effect, event)
        break
      case 'check.started':
        this.checks.set(event.data.effect, 'started')
        break
      case 'check.finished':
        this.checks.set(event.data.effect, 'finished')
        break
      case 'run.started':
        this.run = event
        this.grants = [...this.grants, ...event.data.settings.grants]
        this.#take(event, event.data.takes)
        break
      case 'run.state':
        this.#move(event)
        break
      case 'task.assigned':
      case 'task.nudged':
        this.#take(event, event.data.takes ?? [])
        break
      case 'task.finished':
        for (const [ask, { task }] of this.asks) if (isUnder(task, event.task)) this.asks.delete(ask)
        break
      case 'tool.finished':
        this.asks.delete(`${event.task}/${event.data.call}/ask`)
        break
      case 'session.forked':
        this.copied = event.data.seq
        break
    }
  }

  #move({ data: { from, to } }: EventOf<'run.state'>): void {
    this.resumeTo = to === 'paused' ? from : null
    this.phase = to
    if (to === 'idle') this.queue = []
    if (!this.atRest || to === 'paused') return
    this.asks.clear()
    this.paused.clear()
  }

  #filePerson(event: Event): void {
    switch (event.type) {
      case 'message': {
        const id = event.id ?? ''
        this.messages.set(id, { id, text: event.data.text, to: event.data.to ?? null, seq: event.seq })
        if (event.data.role !== 'user') break
        this.queue.push(id)
        this.stopped = false
        break
      }
      case 'permission.asked':
        this.asks.set(event.data.ask, event)
        break
      case 'permission.answered':
        this.asks.delete(event.data.ask)
        this.answered.set(event.data.ask, event)
        if (event.data.pattern && event.data.answer !== 'deny') this.grants.push(event.data.pattern)
        break
    }
    if (event.type === 'agent.paused') this.paused.add(event.agent ?? '')
    if (event.type === 'agent.resumed') this.paused.delete(event.agent ?? '')
    if (event.type === 'run.state') this.stopped = event.data.trigger === 'userCancelled'
    if (event.type === 'task.finished' && event.data.error?.code === 'stopped') this.stopped = true
  }

  #take(event: Event, taken: readonly string[]): void {
    for (const id of taken) this.takenIn.set(id, event.batch)
    this.queue = this.queue.filter((id) => !taken.includes(id))
  }
}

const isUnder = (task: string | undefined, above: string | undefined): boolean =>
  task !== undefined && above !== undefined && (task === above || task.startsWith(`${above}/`))

/** The messages that a fact delivers to an agent. */
export function takenBy(event: Fact): readonly string[] {
  if (event.type === 'task.assigned' || event.type === 'task.nudged') return event.data.takes ?? []
  return event.type === 'run.started' ? event.data.takes : []
}
