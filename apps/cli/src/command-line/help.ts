import { breakWords, UNBROKEN } from '../terminal/break-words.ts'
import type { Command, Option } from './command.ts'
import { optionsOf } from './options.ts'
import { argumentsText } from './parse.ts'
import { rangeText } from './read-number.ts'

/**
 * Help for one command or for all, generated from the command table so that the two cannot drift apart. Lines break
 * between words at `width`, except examples, which are there to be copied.
 */
export function helpText(commands: readonly Command[], command?: Command, width = UNBROKEN): string {
  return (command && command.name !== '' ? helpOf(commands, command, width) : overview(commands, width)).join('\n')
}

function overview(commands: readonly Command[], width: number): readonly string[] {
  const rows = commands.map((command) => [usageOf(command), command.summary] as const)
  return [
    ...prose(['Convene puts a team of AI agents on one question or job, on your own machine.'], width),
    '',
    'Usage: convene <command> [options]',
    '',
    ...columns(rows, width),
    '',
    ...prose(general, width),
    '',
    'Examples:',
    '  convene run "What could go wrong when we drop the old API?" --team multi-perspective-analysis',
    '  convene sessions --query "old API"',
    '  convene doctor',
  ]
}

const general = [
  'Every command accepts --help and --workspace DIR. <session> is any unambiguous part of an id, at least 4 characters.',
  'Data is stored in ~/.convene. Set CONVENE_HOME to use another folder.',
]

function helpOf(commands: readonly Command[], command: Command, width: number): readonly string[] {
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

const usageOf = ({ name, arguments: words }: Command): string =>
  ['convene', name, argumentsText(words)].filter(Boolean).join(' ')

function describe(option: Option): readonly [string, string] {
  const { name, short, value, summary, choices, range } = option
  const written = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
  const allowed = choices ? choices.join(', ') : range ? rangeText(range) : ''
  return [written, allowed ? `${summary}: ${allowed}` : summary]
}

function columns(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const most = Math.min(34, Math.floor(width * 0.4))
  const left = Math.min(most, Math.max(0, ...rows.map(([written]) => written.length)))
  const rest = ' '.repeat(left + 4)
  return rows.flatMap(([written, text]) =>
    written.length > left
      ? [`  ${written}`, ...breakWords(text, width, rest, rest)]
      : breakWords(text, width, `  ${written.padEnd(left)}  `, rest),
  )
}

/** Sentences that are broken in the table are joined before they are broken for this width. */
function prose(lines: readonly string[], width: number): readonly string[] {
  if (width >= UNBROKEN) return lines
  const paragraphs = lines.join('\n').replaceAll(/(?<![.:])\n/gu, ' ')
  return paragraphs.split('\n').flatMap((text) => breakWords(text, width))
}
