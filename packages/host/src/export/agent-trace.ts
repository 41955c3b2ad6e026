import { type Event, type Session, seatsOf } from '@convene/domain'
import { digest } from '@convene/platform'
import { lineOwners, type OwnedRange } from './line-owners.ts'
import { provenanceOf } from './provenance.ts'

/** The version of the format: https://agent-trace.dev */
const VERSION = '0.1.0'

/** Who wrote which lines, as an Agent Trace record. Empty if no file was changed. */
export function agentTraceOf(session: Session, events: readonly Event[]): string {
  const owners = lineOwners(events)
  if (owners.size === 0) return ''
  const { commits, ...provenance } = provenanceOf(session, events)
  const revision = commits.at(-1)
  const record = {
    version: VERSION,
    id: uuidOf(`agent trace ${session.id} ${session.seq}`),
    timestamp: new Date(session.at).toISOString(),
    ...(revision !== undefined && { vcs: { type: 'git', revision } }),
    tool: { name: 'convene' },
    files: [...owners].map(([path, ranges]) => ({ path, conversations: conversationsOf(session, events, ranges) })),
    metadata: { convene: provenance },
  }
  return `${JSON.stringify(record, null, 2)}\n`
}

/** One for each agent, because each can use another model. */
function conversationsOf({ id }: Session, events: readonly Event[], ranges: readonly OwnedRange[]) {
  return [...Map.groupBy(ranges, ({ agent }) => agent)].map(([agent, own]) => {
    const model = modelOf(events, agent)
    return {
      url: `convene:${id}`,
      contributor: { type: 'ai', ...(model !== undefined && { model_id: model }) },
      ranges: own.map(({ from, to }) => ({ start_line: from, end_line: to })),
    }
  })
}

function modelOf(events: readonly Event[], agent: string): string | undefined {
  const teams = events.flatMap((event) => (event.type === 'run.started' ? [event.data.team] : []))
  return teams
    .toReversed()
    .flatMap(seatsOf)
    .find(({ slug }) => slug === agent)?.model
}

/** The same export has the same id. Version 8: made from a hash. */
function uuidOf(text: string): string {
  const hex = digest(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
