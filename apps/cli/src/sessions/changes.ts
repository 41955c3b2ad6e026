import { directoryOf, type Event, type EventOf, type Session } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import { diffRow } from '../live-view/work-rows.ts'
import type { Program } from '../program.ts'
import { clean, cleanLine } from '../terminal/clean.ts'
import { printLines, printNote } from '../terminal/print.ts'
import { findSession } from './find.ts'

/** A change to a file that a session has made, and whether it was taken back. */
export type FileChange = {
  /** `d1`, `d2`… in the order in which they were made. */
  readonly name: string
  readonly event: EventOf<'artifact'>
  readonly reverted: boolean
}

/** The changes of a session, the oldest first. */
export function changesIn(events: readonly Event[]): readonly FileChange[] {
  const back = new Set(events.flatMap((event) => (event.type === 'artifact.reverted' ? [event.data.artifact] : [])))
  return events
    .filter((event): event is EventOf<'artifact'> => event.type === 'artifact' && event.data.kind === 'diff')
    .map((event, index) => ({ name: `d${index + 1}`, event, reverted: back.has(event.data.id) }))
}

/** `convene sessions show --files`: what the session has changed, with the diffs. */
export function printChanges(program: Program, events: readonly Event[]): number {
  const { out } = program.terminal
  const page = { style: out.style, width: out.isTerminal ? out.columns() - 1 : 10_000 }
  const changes = changesIn(events)
  if (changes.length === 0) printNote(program, 'This session has changed no files.')
  return printLines(
    program,
    changes.flatMap(({ name, event, reverted }, index) => [
      ...(index > 0 ? [''] : []),
      `${out.style.bold(name)}  ${cleanLine(event.data.title)}${reverted ? out.style.dim('  taken back') : ''}`,
      ...clean(event.data.text ?? '(too large to be kept)')
        .trimEnd()
        .split('\n')
        .map((line) => (out.isTerminal ? diffRow(line, page) : line)),
    ]),
  )
}

/** `convene sessions revert`: takes a change back in the workspace and records that. */
export async function revertChange(program: Program, input: Input): Promise<number> {
  const [part = '', wanted = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const { log } = await program.store()
  const changes = changesIn(await log.read(found.value))
  const change = changes.find(({ name, event }) => name === wanted || event.data.id === wanted)
  const engine = await program.engine()
  const state = await engine.state(found.value)
  if (!change || !state)
    return program.refuse({
      code: 'unknown_artifact',
      message: `There is no change "${wanted}" in this session. There are: ${changes.map(({ name }) => name).join(', ') || 'none'}.`,
    })
  if (change.reverted) return program.refuse({ code: 'reverted', message: `${change.name} is taken back already.` })
  return takeBack(program, state, change)
}

async function takeBack(program: Program, state: Session, { name, event }: FileChange): Promise<number> {
  const { revertDiff } = await import('@convene/adapters/tools')
  const reverted = await revertDiff(directoryOf(state, event.agent ?? ''), event.data)
  if (!reverted.ok) return program.refuse(reverted.refusal)
  const engine = await program.engine()
  const refusal = await engine.send(state.id, { type: 'reverted', artifact: event.data.id })
  if (refusal) return program.refuse(refusal)
  program.terminal.err.write(`Taken back ${name}: ${cleanLine(reverted.value)}\n`)
  return 0
}
