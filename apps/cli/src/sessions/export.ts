import { createDomain, type Event, type EventOf, emptySession, type Session, seatOf, toWire } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { costText } from '../terminal/amounts.ts'
import { clean, cleanLine } from '../terminal/clean.ts'
import { printJson, printLines } from '../terminal/print.ts'
import { findSession } from './find.ts'

/** `convene sessions export`: the whole session on standard output. */
export async function exportSession(program: Program, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const { log } = await program.store()
  const events = await log.read(found.value)
  if (input.text('format') === 'json') return printJson(program, { session: found.value, events: events.map(toWire) })
  const state = events.reduce(createDomain().evolve, emptySession(found.value))
  return printLines(program, markdownOf(state, events))
}

/** A session as a document: what it was about, what was said, what it took. */
export function markdownOf(state: Session, events: readonly Event[]): readonly string[] {
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
  ]
}

const stateText = ({ run }: Session): string =>
  run?.finished ? `${run.finished.state} (${cleanLine(run.finished.reason)})` : (run?.phase ?? 'idle')

function headingOf({ run }: Session, { id, data }: EventOf<'message'>): string {
  const seat = run ? seatOf(run, data.author) : undefined
  const name = data.author === 'user' ? 'You' : cleanLine(seat?.name ?? data.author)
  const notes = [data.rehearsal ? 'rehearsal' : '', data.incomplete ? 'incomplete' : ''].filter((note) => note !== '')
  return `${name} [${id}]${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
