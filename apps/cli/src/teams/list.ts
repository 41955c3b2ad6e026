import type { ListedTeam } from '@convene/adapters'
import { cleanLine } from '@convene/domain'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene teams`. */
export async function listTeams(program: Program, input: Input): Promise<number> {
  const registry = await program.teams()
  const { problemText } = await program.adapters()
  for (const problem of registry.problems()) printNote(program, cleanLine(problemText(problem)))
  if (input.flag('json'))
    return printJson(
      program,
      registry.list().map(({ team, ...where }) => ({ ...team, ...where })),
    )
  return printTable(program, { titles: ['team', 'mode', 'members', 'from', 'for'], rows: registry.list().map(rowOf) })
}

const rowOf = ({ team, source, shadows }: ListedTeam): readonly string[] => [
  team.slug,
  team.mode,
  `${team.members.length}`,
  shadows.length > 0 ? `${source}, shadows ${shadows.length}` : source,
  cleanLine(team.description || team.name),
]
