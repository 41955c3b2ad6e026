import { type Event, type EventOf, isFinal } from '@convene/domain'

export type BookedTask = {
  readonly id: string
  readonly agent: string
  readonly parent: string | undefined
  readonly call: string | undefined
  readonly via: 'task' | 'delegateWork' | 'compaction' | 'summary' | 'decision' | 'session' | undefined
  readonly background: boolean
  /** Who works for whom, root first. */
  readonly chain: readonly string[]
  /** How often the work was delegated before it arrived here. */
  readonly depth: number
}

/** What an independent reader knows about tasks, about the expected results of their calls, and about questions. */
export class TaskBook {
  readonly all = new Map<string, BookedTask>()
  readonly open = new Set<string>()
  readonly replies = new Map<string, EventOf<'model.replied'>>()
  /** For each call of each task, words that its result must contain. */
  readonly results = new Map<string, string>()
  /** Reports of background tasks. Removed once their caller has received them. */
  readonly unheard = new Map<string, string>()
  readonly compacted = new Set<string | undefined>()
  readonly questions = new Map<string, EventOf<'question.asked'>>()
  readonly answeredQuestions = new Set<string>()
  /** Calls that wait for a team decision. */
  readonly #deciding = new Map<string, string>()
  /** The started tool calls of each task. */
  readonly toolStarts = new Map<string, { readonly call: string; readonly signature: string }[]>()

  /** When each agent's tool calls started, since the clock last jumped. */
  readonly startTimes = new Map<string, number[]>()

  file(event: Event): void {
    if (event.type === 'clock.jumped' || event.type === 'run.started') this.startTimes.clear()
    this.#fileTask(event)
    this.#fileCall(event)
    if (event.type === 'run.state' && (isFinal(event.data.to) || event.data.to === 'idle')) this.#closeAll()
  }

  /** This task and the open tasks below it. */
  under(id: string | undefined): readonly string[] {
    return [...this.open].filter((task) => this.#isUnder(task, id))
  }

  callOf(task: string | undefined, call: string | undefined) {
    return this.replies.get(task ?? '')?.data.calls.find(({ id }) => id === call)
  }

  #isUnder(task: string | undefined, above: string | undefined): boolean {
    if (task === undefined || above === undefined) return false
    return task === above || this.#isUnder(this.all.get(task)?.parent, above)
  }

  #fileTask(event: Event): void {
    const id = event.task ?? ''
    switch (event.type) {
      case 'task.assigned':
        this.all.set(id, this.#booked(event, id))
        this.open.add(id)
        if (event.data.background) this.results.set(`${event.parent}/${event.data.call}`, id)
        break
      case 'task.nudged':
        for (const task of this.unheard.keys()) if (event.data.text.includes(`(${task})`)) this.unheard.delete(task)
        break
      case 'task.finished':
        this.#finish(event, id)
        break
      case 'compaction':
        this.compacted.add(event.task)
        break
    }
  }

  #fileCall(event: Event): void {
    switch (event.type) {
      case 'model.replied':
        this.replies.set(event.task ?? '', event)
        break
      case 'tool.finished':
        this.results.set(`${event.task}/${event.data.call}`, event.data.output)
        this.questions.delete(`${event.task}/${event.data.call}/question`)
        break
      case 'effect.started':
        if (event.data.kind === 'tool') this.#startTool(event)
        break
      case 'decision.proposed':
        if (event.data.call) this.#deciding.set(event.data.decision, `${event.task}/${event.data.call}`)
        break
      case 'decision.committed': {
        const call = this.#deciding.get(event.data.decision)
        if (call) this.results.set(call, event.data.option)
        break
      }
      case 'question.asked':
        this.questions.set(event.data.id, event)
        break
      case 'question.answered': {
        const asked = this.questions.get(event.data.id)
        if (asked?.data.call) this.results.set(`${asked.task}/${asked.data.call}`, event.data.answer)
        this.questions.delete(event.data.id)
        this.answeredQuestions.add(event.data.id)
        break
      }
    }
  }

  #booked({ data, parent: above }: EventOf<'task.assigned'>, id: string): BookedTask {
    const { to: agent, via, call, background = false } = data
    const parent = via ? above : undefined
    const caller = this.all.get(parent ?? '')
    const depth = (caller?.depth ?? 0) + (via === 'delegateWork' ? 1 : 0)
    return { id, agent, parent, call, via, background, chain: [...(caller?.chain ?? []), agent], depth }
  }

  #startTool({ task, data, agent = '', at }: EventOf<'effect.started'>): void {
    this.startTimes.set(agent, [...(this.startTimes.get(agent) ?? []), at])
    const call = this.callOf(task, data.call)
    const starts = this.toolStarts.get(task ?? '') ?? []
    starts.push({ call: data.call ?? '', signature: call ? `${call.tool} ${JSON.stringify(call.input)}` : '' })
    this.toolStarts.set(task ?? '', starts)
  }

  #finish({ data }: EventOf<'task.finished'>, id: string): void {
    for (const task of this.under(id)) this.#close(task)
    const task = this.all.get(id)
    if (!task?.call || !this.open.has(task.parent ?? '')) return
    const words = data.report || (data.error?.message ?? '')
    if (task.background) this.unheard.set(id, words)
    else this.results.set(`${task.parent}/${task.call}`, words)
  }

  #close(task: string): void {
    this.open.delete(task)
    this.unheard.delete(task)
    for (const heard of this.unheard.keys()) if (this.all.get(heard)?.parent === task) this.unheard.delete(heard)
    for (const [question, asked] of this.questions) if (asked.task === task) this.questions.delete(question)
  }

  #closeAll(): void {
    for (const task of this.open) this.#close(task)
    // The run's own questions end with it.
    this.questions.clear()
  }
}
