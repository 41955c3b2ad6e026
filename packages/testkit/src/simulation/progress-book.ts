import { type Event, type EventOf, isFinal } from '@convene/domain'

/** A call of a task's last reply. It is answered by its tool, its child task, a vote, a colleague, or the user. */
type BookedCall = { readonly signature: string; ran: boolean; ok: boolean; over: boolean }
type Replied = EventOf<'model.replied'>['data']
type Caller = { readonly task: string; readonly call: string }

/** The model answered, with nothing. Other failures say nothing about this. */
const SAID_NOTHING = ['empty_reply', 'output_limit']

/**
 * The run's useless replies, less the useful ones. It counts like the program, but with separate code and from the
 * events alone: sharing the program's count would hide a program that counts wrong.
 */
export class ProgressBook {
  useless = 0
  readonly #known = new Set<string>()
  readonly #closing = new Set<string>()
  readonly #calls = new Map<string, Map<string, BookedCall>>()
  /** Which call a running tool, a question, a vote, an offer or a child task will answer. */
  readonly #answers = new Map<string, Caller>()

  file(event: Event): void {
    this.#fileReply(event)
    this.#fileWait(event)
    this.#fileEnd(event)
    if (isNews(event)) this.useless = 0
    if (event.type === 'run.started') {
      this.useless = 0
      this.#known.clear()
    }
    if (event.type === 'run.state' && (isFinal(event.data.to) || event.data.to === 'idle')) this.#close('')
  }

  #fileReply(event: Event): void {
    const task = event.task ?? ''
    if (event.type === 'task.nudged' && event.data.closing) this.#closing.add(task)
    if (event.type === 'model.failed' && SAID_NOTHING.includes(event.data.code)) this.#count([])
    if (event.type !== 'model.replied') return
    const { text, calls } = event.data
    // A task's last reply no longer calls anything: a report in one of its calls is taken as its words.
    if (calls.length === 0 || this.#closing.has(task)) this.#count(wordsIn(text || reportIn(calls)))
    else this.#calls.set(task, new Map(calls.map((call) => [call.id, booked(call)])))
  }

  #fileWait(event: Event): void {
    switch (event.type) {
      case 'effect.started':
        if (event.data.kind === 'tool') this.#run(event)
        break
      case 'question.asked':
        this.#await(`question ${event.data.id}`, event)
        break
      case 'decision.proposed':
        this.#await(`vote ${event.data.decision}`, event)
        break
      case 'handoff':
        if (event.data.state === 'offered') this.#await(offerOf(event), event)
        break
      case 'task.assigned':
        this.#assign(event)
        break
    }
  }

  #run(event: EventOf<'effect.started'>): void {
    const call = this.#calls.get(event.task ?? '')?.get(event.data.call ?? '')
    if (call) call.ran = true
    this.#await(`tool ${event.data.effect}`, event)
  }

  #await(answer: string, { task, data }: { readonly task?: string; readonly data: { readonly call?: string } }): void {
    if (task !== undefined && data.call !== undefined) this.#answers.set(answer, { task, call: data.call })
  }

  /** A background task answers its call at once, with a promise. */
  #assign({ task, parent = '', data: { call, background } }: EventOf<'task.assigned'>): void {
    if (call === undefined) return
    if (background) this.#end({ task: parent, call }, true)
    else this.#answers.set(`task ${task}`, { task: parent, call })
  }

  #fileEnd(event: Event): void {
    switch (event.type) {
      case 'tool.finished':
        // The output is only material for an inquiry, which a child task answers.
        if (!event.data.inquiry) this.#end({ task: event.task ?? '', call: event.data.call }, event.data.ok)
        break
      case 'effect.aborted':
        this.#end(this.#answers.get(`tool ${event.data.effect}`), false)
        break
      case 'question.answered':
        this.#end(this.#answers.get(`question ${event.data.id}`), true)
        break
      case 'decision.committed':
        this.#end(this.#answers.get(`vote ${event.data.decision}`), true)
        break
      case 'handoff':
        if (event.data.state !== 'offered') this.#end(this.#answers.get(offerOf(event)), isTaken(event))
        break
      case 'task.finished':
        this.#finish(event)
        break
    }
  }

  /** A task that ends with open calls was ended by one of them, or by its time: its report is what they brought. */
  #finish({ task = '' as never, data }: EventOf<'task.finished'>): void {
    if (this.#calls.has(task)) this.#count(wordsIn(data.report))
    this.#close(task)
    this.#end(this.#answers.get(`task ${task}`), data.ok)
  }

  /** Closes this task and those below it, or all. A reply that comes too late does not count as a task's last words. */
  #close(task: string): void {
    const isUnder = (id: string) => task === '' || id === task || id.startsWith(`${task}/`)
    for (const id of this.#calls.keys()) if (isUnder(id)) this.#calls.delete(id)
    for (const id of this.#closing) if (isUnder(id)) this.#closing.delete(id)
  }

  #end(caller: Caller | undefined, ok: boolean): void {
    const calls = this.#calls.get(caller?.task ?? '')
    const call = calls?.get(caller?.call ?? '')
    if (!caller || !calls || !call || call.over) return
    Object.assign(call, { ok, over: true })
    const all = [...calls.values()]
    if (!all.every(({ over }) => over)) return
    this.#calls.delete(caller.task)
    this.#count(all.filter((one) => one.ran || one.ok).map(({ signature }) => signature))
  }

  #count(brought: readonly string[]): void {
    const isNew = brought.some((one) => !this.#known.has(one))
    for (const one of brought) this.#known.add(one)
    this.useless = isNew ? Math.max(0, this.useless - 1) : this.useless + 1
  }
}

const booked = ({ tool, input }: Replied['calls'][number]): BookedCall => ({
  signature: `${tool} ${JSON.stringify(input)}`,
  ran: false,
  ok: false,
  over: false,
})

/** A message from the user, or a step that is done: accepted, or finished for the first time. */
function isNews({ type, data }: Event): boolean {
  if (type === 'message') return data.role === 'user'
  if (type !== 'step.state') return false
  return data.to === 'accepted' || (data.to === 'finished' && data.attempt === 1)
}

const wordsIn = (text: string): readonly string[] => {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  return words.length > 0 ? [words.join(' ')] : []
}

function reportIn(calls: Replied['calls']): string {
  const input = calls.find(({ tool }) => tool === 'reportOut')?.input as { readonly report?: unknown } | undefined
  return typeof input?.report === 'string' ? input.report : ''
}

const offerOf = ({ data: { step, from, to } }: EventOf<'handoff'>): string => `offer of ${step} by ${from} to ${to}`
const isTaken = ({ data }: EventOf<'handoff'>): boolean => data.state === 'acknowledged'
