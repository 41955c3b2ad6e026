import { cleanLine, countText } from '@convene/domain'
import { refreshModels } from '@convene/host'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines } from '../terminal/print.ts'

/** `convene models refresh`: replaces the catalogue with the newest one. The only command that fetches it. */
export async function refreshCatalogue(program: CliProgram, input: Input): Promise<number> {
  const refreshed = await refreshModels(program, input.text('from'))
  if (!refreshed.ok) return program.refuse(refreshed.refusal)
  const { date, source, models } = refreshed.value
  const count = Object.keys(models).length
  if (input.flag('json')) return printJson(program, { date, source, models: count })
  return printLines(program, [`${countText(count, 'model')} from ${cleanLine(source)}, as of ${date}.`])
}
