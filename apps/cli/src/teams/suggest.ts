import { cleanLine } from '@convene/domain'
import { describedTeams } from '@convene/host'
import { suggestTeams } from '@convene/library'
import { chooseApproach } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printLines, printNote } from '../terminal/print.ts'

const FEW = 3

/** `convene teams suggest`: teams that match a goal, with reasons. */
export async function suggestTeam(program: CliProgram, input: Input): Promise<number> {
  const goal = input.words[0] ?? ''
  const found = suggestTeams(goal, await describedTeams(program))
  if (input.flag('json')) {
    const plain = found.map(({ team: { name, slug, mode, description }, score, reasons }) => {
      return { name, slug, mode, description, score, reasons }
    })
    return printJson(program, plain)
  }
  const best = found.slice(0, FEW)
  const { style } = program.terminal.out
  const { label, mode, because, settings } = chooseApproach(goal)
  const protocol = settings ? ` --protocol ${settings.protocol}` : ''
  const byForm = `${label} (${mode}), because ${because}.`
  if (best.length === 0) {
    printNote(program, 'No team matches this goal. `convene teams` lists all teams.')
    return printLines(program, [byForm, '', `convene run ${quoted(goal)} --mode ${mode}${protocol}`])
  }
  const rows = best.flatMap(({ team, reasons }) => [
    `${style.bold(cleanLine(team.name))} ${style.dim(`(${team.mode})`)}`,
    `  ${cleanLine(team.description)}`,
    ...reasons.map((reason) => style.dim(`  ${cleanLine(reason)}`)),
    '',
  ])
  return printLines(program, [byForm, '', ...rows, `convene run ${quoted(goal)} --team ${best[0]?.team.slug}`])
}

const quoted = (text: string): string => `'${cleanLine(text).replaceAll("'", `'\\''`)}'`
