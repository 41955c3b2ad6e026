import { checkText, type Event, onlyLooks, type Session, seatsOf } from '@convene/domain'

/** What outlasts a session outside of Convene: its models, checks, results, and the head of its chain. */
export type Provenance = {
  readonly session: string
  readonly models: { readonly [agent: string]: string }
  readonly checks: readonly { readonly check: string; readonly outcome: string; readonly at: string }[]
  readonly results: readonly { readonly event: number; readonly result: string; readonly how: string }[]
  readonly commits: readonly string[]
  /** The link at the end of the append before the last run ended. */
  readonly head: { readonly seq: number; readonly link: string } | null
}

export function provenanceOf({ id }: Session, events: readonly Event[]): Provenance {
  const models: { [agent: string]: string } = {}
  for (const event of events)
    if (event.type === 'run.started') for (const { slug, model } of seatsOf(event.data.team)) models[slug] = model
  const ended = events.findLast((event) => event.type === 'run.finished')
  return {
    session: id,
    models,
    checks: events.flatMap((event) =>
      event.type === 'check.finished' && !onlyLooks(event.data.moment)
        ? [{ check: checkText(event.data.check), outcome: event.data.outcome, at: new Date(event.at).toISOString() }]
        : [],
    ),
    results: events.flatMap(resultIn),
    commits: events.flatMap((event) => (event.type === 'build.committed' ? [event.data.commit] : [])),
    head: (ended?.type === 'run.finished' && ended.data.head) || null,
  }
}

function resultIn(event: Event): Provenance['results'] {
  if (event.type === 'decision.committed') return [{ event: event.seq, result: event.data.option, how: event.data.how }]
  return event.type === 'run.finished' ? [{ event: event.seq, result: event.data.state, how: event.data.reason }] : []
}
