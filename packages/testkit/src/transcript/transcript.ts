import { type Event, isFinal, seatsOf } from '@convene/domain'
import { type EarlierLines, lineOf } from './lines.ts'

/**
 * A session's log as a play: who said what, what failed, how it ended. No ids, no clocks. A parallel round is in seat
 * order.
 */
export function transcript(events: readonly Event[]): string {
  const stage = new Rounds()
  for (const event of events) stage.hear(event)
  return `${stage.lines().join('\n')}\n`
}

/** Holds back the lines of a round with several tasks until all are over: only then is the seat order known. */
class Rounds {
  readonly #said: EarlierLines = { tools: new Map(), runs: new Set(), messages: new Map(), decisions: new Set() }
  readonly #told: string[] = []
  readonly #open = new Set<string>()
  #blocks = new Map<string, { readonly seat: number; readonly lines: string[] }>()
  #seats: readonly string[] = []
  #begun = 0

  hear(event: Event): void {
    if (event.type === 'run.started') this.#seats = seatsOf(event.data.team).map(({ slug }) => slug)
    if (event.type === 'run.started' || (event.type === 'run.state' && endsTasks(event.data.to))) this.#turn()
    // Team decisions come after everything that led to them, even if some agents are still working.
    if (event.type === 'decision.proposed' || event.type === 'decision.committed') this.#release()
    if (event.type === 'task.assigned' && event.task) this.#begin(event.task, event.data.to, event.batch)
    const line = lineOf(event, this.#said)
    if (line !== undefined) this.#place(event, indented(line))
    if (event.type === 'task.finished' && event.task) this.#open.delete(event.task)
  }

  lines(): readonly string[] {
    this.#flush()
    return this.#told
  }

  /** A run that ends closes its tasks: held-back lines come before its last line. */
  #turn(): void {
    this.#open.clear()
    this.#flush()
  }

  #begin(task: string, agent: string, batch: number): void {
    if (this.#open.size === 0) this.#flush()
    this.#open.add(task)
    this.#begun = batch
    this.#blocks.set(task, { seat: this.#seats.indexOf(agent), lines: [] })
  }

  #place(event: Event, line: string): void {
    const block = event.task === undefined ? undefined : this.#blocks.get(event.task)
    if (!block && this.#open.size === 0) this.#flush()
    if (block) block.lines.push(line)
    else this.#told.push(line)
    if (this.#blocks.size === 1 && event.batch !== this.#begun) this.#release()
  }

  #flush(): void {
    this.#release()
    this.#blocks = new Map()
  }

  #release(): void {
    const blocks = [...this.#blocks.values()].sort((one, other) => one.seat - other.seat)
    for (const { lines } of blocks) this.#told.push(...lines.splice(0))
  }
}

const endsTasks = (phase: string): boolean => isFinal(phase) || phase === 'idle'

const indented = (line: string): string => line.trimEnd().replaceAll('\n', '\n       ')
