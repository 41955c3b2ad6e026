import { answersAmong, type Event, type EventOf, traitsOf } from '@convene/domain'

/** Knows what answers the goal, and whether steps that came later have folded it away. */
export type Results = {
  /** Learns what was said and handed over. */
  note(event: Event): void
  /** One more step is shown: the editor folds away everything above the last one. */
  step(): void
  /** What answers the goal, if the editor has folded it away. */
  hidden(event: EventOf<'run.finished'>, mode: string): readonly EventOf<'message'>[]
}

type Said = { readonly event: EventOf<'message'>; readonly after: number }

export function results(): Results {
  let said: readonly Said[] = []
  let report: string | undefined
  let steps = 0
  // A loop hands over its best result, which need not be its last one.
  const handedOver = () => said.findLast(({ event }) => event.data.text === report)
  const answers = (mode: string) => answersAmong(traitsOf(mode), said, ({ event }) => event.data)
  return {
    note: (event) => {
      if (event.type === 'run.started') [said, report] = [[], undefined]
      if (event.type === 'message' && event.data.role !== 'user') said = [...said, { event, after: steps }]
      if (event.type === 'artifact' && event.data.kind === 'report') report = event.data.text
    },
    step: () => {
      steps += 1
    },
    hidden: ({ data: { state, reason } }, mode) => {
      const best = handedOver()
      const isDelivered = state === 'completed' || (state === 'cancelled' && reason !== 'user')
      const found = best ? [best] : isDelivered ? answers(mode) : []
      return found.some(({ after }) => after < steps) ? found.map(({ event }) => event) : []
    },
  }
}
