import { type Event, seatsOf, USER } from '@convene/domain'

/** Everyone who had a seat in any run of a session. */
export type SeatsIn = {
  /** In the order in which they came. */
  readonly slugs: readonly string[]
  nameOf(slug: string): string
}

/** The newest run's name wins. Without the earlier runs, their messages would be signed with slugs. */
export function seatsIn(events: readonly Event[]): SeatsIn {
  const names = new Map<string, string>()
  for (const { type, data } of events)
    if (type === 'run.started')
      for (const { slug, name } of [...seatsOf(data.team), ...(data.team.subagents ?? [])]) names.set(slug, name)
  return {
    slugs: [...names.keys()],
    nameOf: (slug) => (slug === USER ? 'You' : (names.get(slug) ?? slug)),
  }
}
