import type { Command, Option } from './command.ts'
import { optionsOf } from './options.ts'
import { argumentsText } from './parse.ts'
import { rangeText } from './read-number.ts'

/** Help for one command or for all, generated from the command table so that the two cannot drift apart. */
export function helpText(commands: readonly Command[], command?: Command): string {
  return command && command.name !== '' ? helpOf(commands, command) : overview(commands)
}

function overview(commands: readonly Command[]): string {
  const rows = commands.map((command) => [usageOf(command), command.summary] as const)
  return [
    'Convene puts a team of AI agents on one question or job, on your own machine.',
    '',
    'Usage: convene <command> [options]',
    '',
    ...columns(rows),
    '',
    'Every command accepts --help and --workspace DIR. <session> is any unambiguous part of an id, at least 4 characters.',
    'Data is stored in ~/.convene. Set CONVENE_HOME to use another folder.',
    '',
    'Examples:',
    '  convene run "What could go wrong when we drop the old API?" --team multi-perspective-analysis',
    '  convene sessions --query "old API"',
    '  convene doctor',
  ].join('\n')
}

function helpOf(commands: readonly Command[], command: Command): string {
  const below = commands.filter(({ name }) => name.startsWith(`${command.name} `))
  return [
    `convene ${command.name}: ${command.summary}`,
    '',
    `Usage: ${usageOf(command)} [options]`,
    ...section('Commands:', columns(below.map((each) => [usageOf(each), each.summary] as const))),
    ...section('Options:', columns(optionsOf(command).map(describe))),
    ...section('', command.notes ?? []),
    ...section(
      'Examples:',
      command.examples.map((example) => `  ${example}`),
    ),
  ].join('\n')
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

function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(34, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) =>
    left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
  )
}
