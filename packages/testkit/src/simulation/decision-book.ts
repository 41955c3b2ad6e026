import { type Event, type EventOf, isFinal } from '@convene/domain'

type Proposed = EventOf<'decision.proposed'>
type Voted = EventOf<'decision.voted'>

export type BookedDecision = { readonly proposed: Proposed; readonly votes: readonly Voted[] }

/** What an independent reader knows about a session's decisions: what was put to a vote, and who voted for what. */
export class DecisionBook {
  readonly open = new Map<string, BookedDecision>()
  readonly committed = new Set<string>()
  /** Decisions that a mode counts itself do not belong to the session. */
  readonly #ofModes = new Set<string>()

  isOfMode(decision: string): boolean {
    return this.#ofModes.has(decision)
  }

  /** Whether an open decision waits for this voter. */
  waitsFor(voter: string): boolean {
    return [...this.open.values()].some(({ proposed }) => proposed.data.eligible.includes(voter))
  }

  /** Must run before the tasks are recorded, because a decision ends with the task that waits for it. */
  file(event: Event, closing: readonly string[]): void {
    switch (event.type) {
      case 'decision.proposed':
        if (event.data.ballot) this.#ofModes.add(event.data.decision)
        else this.open.set(event.data.decision, { proposed: event, votes: [] })
        break
      case 'decision.voted':
        this.#vote(event)
        break
      case 'decision.committed':
        this.open.delete(event.data.decision)
        this.committed.add(event.data.decision)
        break
      case 'task.finished':
        this.#drop(closing)
        break
      case 'run.started':
        this.committed.clear()
        this.#ofModes.clear()
        this.open.clear()
        break
    }
    if (event.type === 'run.state' && (isFinal(event.data.to) || event.data.to === 'idle')) this.open.clear()
  }

  #vote(event: Voted): void {
    const known = this.open.get(event.data.decision)
    if (known) this.open.set(event.data.decision, { ...known, votes: [...known.votes, event] })
  }

  #drop(closing: readonly string[]): void {
    for (const [id, { proposed }] of this.open)
      if (proposed.data.call !== undefined && closing.includes(proposed.task ?? '')) this.open.delete(id)
  }
}
