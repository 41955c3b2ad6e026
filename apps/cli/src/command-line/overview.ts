import { UNBROKEN } from '../terminal/break-words.ts'
import type { CliCommand, Group } from './command.ts'
import { columns, type HelpRow, leftOf, prose } from './help-lines.ts'
import { argumentsText } from './parse.ts'

/** What the commands of each group are for, in help order. */
const groups: { readonly [Name in Group]: string } = {
  run: 'start a run and steer it',
  sessions: 'read, compare and organize past work',
  decide: 'answer what waits for you, vote, and note how decisions turned out',
  team: 'choose who works, with which models and tools, and measure them',
  'set up': 'settings, keys, trust and updates',
  'for programs': 'servers, editors and other agents',
}

export type Grouped = { readonly title: string; readonly about: string; readonly commands: readonly CliCommand[] }

/** All commands by group. */
export const groupedCommands = (commands: readonly CliCommand[]): readonly Grouped[] =>
  Object.entries(groups).map(([name, about]) => ({
    title: name,
    about,
    commands: commands.filter(({ group }) => group === name),
  }))

/** The everyday commands, and the names of the others. */
export function overview(commands: readonly CliCommand[], width = UNBROKEN): string {
  const everyday = commands.filter((command) => command.everyday)
  return [
    ...opening(width),
    'Every day:',
    ...columns(everyday.map(usageRow), width),
    '',
    'All commands:',
    ...columns(
      groupedCommands(commands).map((group) => [group.title, namesOf(group)] as const),
      width,
    ),
    '',
    ...prose(['`convene help all` describes all commands, `convene help run` just one.', ...general], width),
    ...examples,
  ].join('\n')
}

/** Every command with its summary, by group. */
export function helpForAll(commands: readonly CliCommand[], width = UNBROKEN): string {
  const left = leftOf(commands.map(nameRow), width)
  const parts = groupedCommands(commands).flatMap((group) => [
    ...prose([`${capitalized(group.title)}: ${group.about}`], width),
    ...columns(group.commands.map(nameRow), width, left),
    '',
  ])
  return [...opening(width), ...parts, ...prose(general, width), ...examples].join('\n')
}

const opening = (width: number): readonly string[] => [
  ...prose(['Convene puts a team of AI agents on one question or job, on your own machine.'], width),
  '',
  'Usage: convene <command> [options]',
  '',
]

const general = [
  'Every command accepts --help and --workspace DIR. <session> is any unambiguous part of an id, at least 4 characters.',
  'Data is stored in ~/.convene. Set CONVENE_HOME to use another folder.',
]

const examples = [
  '',
  'Examples:',
  '  convene run "What could go wrong when we drop the old API?" --mode panel',
  '  convene sessions --query "old API"',
  '  convene doctor',
]

/** Without `convene`, which is in the line above the list: names stay short, and another way to start moves no column. */
const nameRow = ({ name, summary }: CliCommand): HelpRow => [name || '(no command)', summary]

function usageRow(command: CliCommand): HelpRow {
  const [name, summary] = nameRow(command)
  return [command.name ? `${name} ${argumentsText(command.arguments)}`.trimEnd() : name, summary]
}

/** A group's commands without those that the help of another one in the group lists. */
function namesOf({ commands }: Grouped): string {
  const names = commands.map(({ name }) => name).filter(Boolean)
  return names.filter((name) => !names.some((above) => name.startsWith(`${above} `))).join(', ')
}

export const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
