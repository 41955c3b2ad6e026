import { cleanJson, type Event, emptySession, type Session, type SessionId, toWire } from '@convene/domain'
import { readPublic } from '@convene/engine'
import { findSession, isSessionInterrupted } from '@convene/host'
import { answerOf } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import { entriesRows } from '../live-view/entry-rows.ts'
import { closeLate, foldBatch, markdownLines } from '../live-view/fold.ts'
import { notice } from '../live-view/printed.ts'
import { drawnTableLines } from '../live-view/table-rows.ts'
import { type LiveEntry, type LiveView, viewOf } from '../live-view/view.ts'
import type { CliProgram } from '../program.ts'
import { whatNextLines } from '../run/what-next.ts'
import { printVerbatim } from '../terminal/print.ts'
import { printChanges } from './changes.ts'
import { printTimeline } from './timeline.ts'

/** `convene sessions show`: the messages, or every event. */
export async function showSession(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const { log } = await program.store()
  const events = await readPublic(log, found.value)
  if (input.flag('json'))
    return printVerbatim(
      program,
      events.map((event) => cleanJson(toWire(event))),
    )
  if (input.flag('files')) return printChanges(program, events)
  if (input.flag('result')) return printResult(program, found.value, events)
  if (input.flag('timeline')) return printTimeline(program, input, events)
  const { rows, state } = transcript(program, found.value, events)
  const left = (await isSessionInterrupted(program, found.value)) ? ['', 'Interrupted: its process ended.'] : []
  const next = whatNextLines(state, program.terminal.out.style, program.terminal)
  return printVerbatim(program, [...rows, ...left, ...next])
}

/** What `convene run` would have printed to a file, or rendered on a terminal. */
export function printResult(program: CliProgram, session: SessionId, events: readonly Event[]): number {
  const { state } = transcript(program, session, events)
  const text = resultIn(state, events)
  const { out } = program.terminal
  const page = { width: out.columns(), style: out.style }
  if (text !== '') return printVerbatim(program, out.isTerminal ? entriesRows(markdownLines(text), page) : [text])
  const message = state.run?.finished ? 'This run ended without a result.' : 'This run has no result yet.'
  return program.refuse({ code: 'no_result', message })
}

/** The result of the last run. Follow-ups after it are not part of it. */
export function resultIn(state: Session, events: readonly Event[]): string {
  const end = events.findLastIndex(({ type }) => type === 'run.finished')
  const isOver = end > events.findLastIndex(({ type }) => type === 'run.started')
  return answerOf(state, isOver ? events.slice(0, end + 1) : events)
}

/** The same rows the live view showed, and the session they lead to. */
export function transcript(
  program: CliProgram,
  session: SessionId,
  events: readonly Event[],
): { readonly rows: readonly string[]; readonly state: Session } {
  const { out } = program.terminal
  const page = { width: out.columns(), style: out.style }
  const entries: LiveEntry[] = []
  let view: LiveView = viewOf(emptySession(session), 'detailed')
  for (const batch of Map.groupBy(events, (event) => event.batch).values()) {
    const folded = foldBatch(view, batch)
    view = folded.view
    entries.push(...folded.entries)
  }
  entries.push(...closeLate(view).entries)
  const shown = out.isTerminal ? entries : entries.flatMap(inSentences)
  return { rows: entriesRows(shown, page).slice(1), state: view.session }
}

/** In a file or a pipe, the Table is sentences. */
const inSentences = (entry: LiveEntry): readonly LiveEntry[] =>
  entry.kind === 'table' ? drawnTableLines(entry.table).map((line) => notice('plain', line)) : [entry]
