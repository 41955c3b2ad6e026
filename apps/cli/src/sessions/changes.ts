import { clean, cleanLine, type Event } from '@convene/domain'
import { changesIn, findSession, revertChange as takeBack } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { diffRow } from '../terminal/diff-rows.ts'
import { printNote, printVerbatim, textWidth } from '../terminal/print.ts'

/** `convene sessions show --files`: the session's file changes, with diffs. */
export function printChanges(program: CliProgram, events: readonly Event[]): number {
  const { out } = program.terminal
  const page = { style: out.style, width: textWidth(out) }
  const changes = changesIn(events)
  if (changes.length === 0) printNote(program, 'No file changes in this session.')
  return printVerbatim(
    program,
    changes.flatMap(({ name, event, reverted }, index) => [
      ...(index > 0 ? [''] : []),
      `${out.style.bold(name)}  ${cleanLine(event.data.title)}${reverted ? out.style.dim('  reverted') : ''}`,
      ...clean(event.data.text ?? '(too large to store)')
        .trimEnd()
        .split('\n')
        .map((line) => (out.isTerminal ? diffRow(line, page) : line)),
    ]),
  )
}

/** `convene sessions revert`: reverts a change in the workspace and records it. */
export async function revertCommand(program: CliProgram, input: Input): Promise<number> {
  const [part = '', wanted = ''] = input.words
  const found = await findSession(program, part)
  if (!found.ok) return program.refuse(found.refusal)
  const reverted = await takeBack(program, found.value, wanted)
  if (!reverted.ok) return program.refuse(reverted.refusal)
  program.terminal.err.write(`Reverted ${reverted.value.name}: ${cleanLine(reverted.value.what)}\n`)
  return 0
}
