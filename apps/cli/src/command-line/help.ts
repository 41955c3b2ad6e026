import { UNBROKEN } from '../terminal/break-words.ts'
import type { CliCommand, CommandOption } from './command.ts'
import { columns, type HelpRow, prose } from './help-lines.ts'
import { optionsOf } from './options.ts'
import { overview } from './overview.ts'
import { argumentsText } from './parse.ts'
import { rangeText } from './read-number.ts'

/**
 * Help for one command, or the overview, generated from the command table so that the two cannot drift apart. Lines
 * break between words at `width`, except examples, which are there to be copied.
 */
export function helpText(commands: readonly CliCommand[], command?: CliCommand, width = UNBROKEN): string {
  return command && command.name !== '' ? helpOf(commands, command, width).join('\n') : overview(commands, width)
}

function helpOf(commands: readonly CliCommand[], command: CliCommand, width: number): readonly string[] {
  const below = commands.filter(({ name }) => name.startsWith(`${command.name} `))
  return [
    ...prose([`convene ${command.name}: ${command.summary}`], width),
    '',
    ...prose([`Usage: ${usageOf(command)} [options]`], width),
    ...section(
      'Commands:',
      columns(
        below.map((each) => [usageOf(each), each.summary] as const),
        width,
      ),
    ),
    ...section('Options:', columns(optionsOf(command).map(describe), width)),
    ...section('', prose(command.notes ?? [], width)),
    ...section(
      'Examples:',
      command.examples.map((example) => `  ${example}`),
    ),
  ]
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return []
  return title ? ['', title, ...lines] : ['', ...lines]
}

const usageOf = ({ name, arguments: words }: CliCommand): string =>
  ['convene', name, argumentsText(words)].filter(Boolean).join(' ')

function describe(option: CommandOption): HelpRow {
  const { name, short, value, summary, choices, range } = option
  const written = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
  const allowed = choices ? choices.join(', ') : range ? rangeText(range) : ''
  return [written, allowed ? `${summary}: ${allowed}` : summary]
}
