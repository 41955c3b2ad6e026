import { cleanLine } from '@convene/domain'
import { describedTeams } from '@convene/host'
import type { DescribedTeam, ListedTeam } from '@convene/library'
import { problemText } from '@convene/platform'
import { outcomeWord } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printJson, printNote, printTable } from '../terminal/print.ts'

/** `convene teams`. */
export async function listTeams(program: CliProgram, input: Input): Promise<number> {
  const registry = await program.teams()
  const teams = await describedTeams(program)
  for (const problem of registry.problems()) printNote(program, cleanLine(problemText(problem)))
  if (input.flag('json')) return printJson(program, teams)
  return printTable(program, {
    titles: ['team', 'kind', 'members', 'from', 'for'],
    rows: [...teams.map(rowOf), ...registry.unused().map(unusedRow)],
    describes: true,
  })
}

const rowOf = (team: DescribedTeam): readonly string[] => [
  team.slug,
  outcomeWord(team.mode, team.slug),
  `${team.members.length}`,
  team.shadows.length > 0 ? `${badgeOf(team)}, overrides ${team.shadows.length}` : badgeOf(team),
  cleanLine(team.description || team.name),
]

/** A repository's team behind a name that the user knows. It is visible, so that they can trust or rename it. */
const unusedRow = ({ team, source }: ListedTeam): readonly string[] => [
  team.slug,
  outcomeWord(team.mode, team.slug),
  `${team.members.length}`,
  `${badgeOf({ source })}, not trusted, not used`,
  cleanLine(team.description || team.name),
]

/** Where a team comes from. Squad teams have a badge. */
export const badgeOf = ({ source }: Pick<DescribedTeam, 'source'>): string => (source === 'squad' ? '📂 squad' : source)
