import { exportSession as exported, findSession } from '@convene/host'
import { type ExportFormat, exportFormats } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printNote } from '../terminal/print.ts'

/** `convene sessions export`: writes the whole session to standard output. */
export async function exportCommand(program: CliProgram, input: Input): Promise<number> {
  const found = await findSession(program, input.words[0] ?? '')
  if (!found.ok) return program.refuse(found.refusal)
  const format = (input.text('format') ?? 'md') as ExportFormat
  const { text } = await exported(program, found.value, { format, redact: input.flag('redact') })
  if (text === '') printNote(program, `${exportFormats[format].none ?? 'Nothing to export'}.`)
  else program.terminal.out.write(text)
  return 0
}
