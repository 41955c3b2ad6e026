import { clean, cleanLine, costText, type Event, type EventOf, type Session, seatOf } from '@convene/domain'

/** A session as a document: what it was about, what was said, what it took. */
export function markdownOf(state: Session, events: readonly Event[]): string {
  const { run, spent } = state
  const messages = events.filter((event): event is EventOf<'message'> => event.type === 'message')
  return [
    `# ${cleanLine(state.title)}`,
    '',
    `- Session: ${state.id}`,
    `- Created: ${new Date(state.createdAt).toISOString()}`,
    `- Workspace: ${cleanLine(state.workspace)}`,
    ...(run ? [`- Mode: ${run.mode}`, `- Team: ${cleanLine(run.team.name)}`, `- State: ${stateText(state)}`] : []),
    `- Spent: ${spent.calls} calls, ${spent.input + spent.output} tokens, ${costText(spent)}`,
    ...messages.flatMap((message) => ['', `## ${headingOf(state, message)}`, '', clean(message.data.text).trim()]),
    '',
  ].join('\n')
}

const stateText = ({ run }: Session): string =>
  run?.finished ? `${run.finished.state} (${cleanLine(run.finished.reason)})` : (run?.phase ?? 'idle')

function headingOf({ run }: Session, { id, data }: EventOf<'message'>): string {
  const seat = run ? seatOf(run, data.author) : undefined
  const name = data.author === 'user' ? 'You' : cleanLine(seat?.name ?? data.author)
  const notes = [data.rehearsal ? 'rehearsal' : '', data.incomplete ? 'incomplete' : ''].filter((note) => note !== '')
  return `${name} [${id}]${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
