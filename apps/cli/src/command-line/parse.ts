import { parseArgs } from 'node:util'
import type { Refusal, Result } from '@convene/domain'
import { nearestName } from '@convene/domain'
import type { Argument, CliCommand, CommandOption } from './command.ts'
import { commandInputOf, type Input } from './input.ts'
import { optionsOf } from './options.ts'
import { readNumber } from './read-number.ts'

/** What to do: a command with its input, its help, help for all commands, or the version. */
export type Parsed =
  | { readonly kind: 'command'; readonly command: CliCommand; readonly input: Input }
  | { readonly kind: 'help'; readonly command: CliCommand | undefined }
  | { readonly kind: 'help all' }
  | { readonly kind: 'version' }

/** Parses a command line against the table. Anything unknown, missing or out of range is refused with a hint. */
export function parse(commands: readonly CliCommand[], typed: readonly string[]): Result<Parsed> {
  const argv = withGoal(commands, withDashes(typed))
  if (argv[0] === '--version' || argv[0] === '-v') return fine({ kind: 'version' })
  if (argv[0] === '--help' || argv[0] === '-h') return fine({ kind: 'help', command: undefined })
  const command = commandOf(commands, argv)
  if (!command) return refused(unknownCommand(commands, argv))
  const rest = argv.slice(command.name === '' ? 0 : command.name.split(' ').length)
  const read = readOptions(command, rest)
  if (read.help) return fine({ kind: 'help', command })
  const refusal = read.refusal ?? refuseWords(commands, command, read.words)
  if (refusal) return refused(refusal)
  if (command.name === 'help') return helpOn(commands, read.words.join(' '))
  return fine({ kind: 'command', command, input: commandInputOf(read.words, read.values) })
}

/** Phones and word processors turn two hyphens into a dash. */
function withDashes(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return argv.map((word, at) => (end >= 0 && at > end ? word : word.replace(/^[—–](?=\p{L})/u, '--')))
}

/** `convene "Should we use tabs?"` runs the goal. A quoted command is only a command in quotes. */
function withGoal(commands: readonly CliCommand[], argv: readonly string[]): readonly string[] {
  const [first = ''] = argv
  return /\S\s+\S/u.test(first) && !commands.some(({ name }) => name === first) ? ['run', ...argv] : argv
}

const LIST = '`convene help all` lists all commands.'

function helpOn(commands: readonly CliCommand[], wanted: string): Result<Parsed> {
  if (wanted === 'all') return fine({ kind: 'help all' })
  const command = commands.find(({ name }) => name === wanted)
  if (command) return fine({ kind: 'help', command })
  const names = commands.map(({ name }) => name)
  const nearest = nearestName(wanted, names)
  return refused(usage(`Unknown command "${wanted}".${meant(nearest && `convene help ${nearest}`)} ${LIST}`))
}

const fine = (value: Parsed): Result<Parsed> => ({ ok: true, value })
const refused = (refusal: Refusal): Result<Parsed> => ({ ok: false, refusal })
const usage = (message: string): Refusal => ({ code: 'usage', message })

/** The longest command name that matches the first words. */
function commandOf(commands: readonly CliCommand[], argv: readonly string[]): CliCommand | undefined {
  const [first = '', second = ''] = argv
  const bare = first === '' || first.startsWith('-') || isLink(first) ? '' : first
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === bare)
}

/** A `convene://` link passed in by the operating system: the app opens at its target. */
const isLink = (word: string): boolean => /^convene:\/\//iu.test(word)

function unknownCommand(commands: readonly CliCommand[], argv: readonly string[]): Refusal {
  const word = argv[0] ?? ''
  const nearest = nearestCommand(commands, word)
  return usage(`Unknown command "${word}".${meant(nearest && `convene ${nearest}`)} ${LIST}`)
}

/** The nearest first word, or the command with a second word like this one: `export` is in `sessions export`. */
function nearestCommand(commands: readonly CliCommand[], word: string): string | undefined {
  const parts = commands.map(({ name }) => name.split(' '))
  const below = (last: string | undefined) => parts.find(([, second]) => second !== undefined && second === last)
  const first = (name: readonly string[]) => name[0] ?? ''
  const second = ([, name]: readonly string[]) => name ?? ''
  return (
    below(word)?.join(' ') ??
    nearestName(word, parts.map(first)) ??
    below(nearestName(word, parts.map(second).filter(Boolean)))?.join(' ')
  )
}

const meant = (nearest: string | undefined): string => (nearest ? ` Did you mean \`${nearest}\`?` : '')

type Values = { [option: string]: string | number | boolean | readonly string[] }
type Reading = { readonly values: Values; readonly words: string[]; help: boolean; refusal?: Refusal }

function readOptions(command: CliCommand, args: readonly string[]): Reading {
  const table = optionsOf(command)
  const options = Object.fromEntries(
    table.map(({ name, kind, short }) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), ...(short && { short }) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const reading: Reading = { values: {}, words: [], help: false }
  for (const token of tokens) {
    if (token.kind === 'positional') reading.words.push(token.value)
    if (token.kind !== 'option') continue
    const option = table.find(({ name }) => name === token.name)
    if (option?.name === 'help') reading.help = true
    reading.refusal ??= option
      ? readOption(reading.values, option, token.value)
      : unknownOption(command, table, token.rawName)
  }
  return reading
}

function unknownOption(command: CliCommand, table: readonly CommandOption[], raw: string): Refusal {
  const wanted = raw.replace(/^-+/, '')
  const names = table.map(({ name }) => name)
  // `--minutes` means `--max-minutes`.
  const nearest = nearestName(wanted, names) ?? names.find((name) => name.split('-').includes(wanted))
  const name = ['convene', command.name].filter(Boolean).join(' ')
  return usage(`${name} has no option ${raw}.${meant(nearest && `--${nearest}`)} \`${name} --help\` lists its options.`)
}

function readOption(values: Values, option: CommandOption, value: string | undefined): Refusal | undefined {
  const { name, kind, choices } = option
  if (kind === 'flag') {
    if (value !== undefined) return usage(`--${name} takes no value, but got "${value}".`)
    values[name] = true
    return undefined
  }
  if (value === undefined || /^--\w/.test(value)) return usage(`--${name} needs a value: --${name} ${option.value}.`)
  if (kind === 'number') return readInto(values, option, value)
  if (kind === 'list') values[name] = [...((values[name] as readonly string[] | undefined) ?? []), value]
  else values[name] = value
  if (!choices || choices.includes(value)) return undefined
  return usage(`--${name} must be one of ${choices.join(', ')}, not "${value}".${meant(nearestName(value, choices))}`)
}

function readInto(values: Values, option: CommandOption, value: string): Refusal | undefined {
  const read = readNumber(option, value)
  if (typeof read === 'number') values[option.name] = read
  return typeof read === 'number' ? undefined : read
}

function refuseWords(
  commands: readonly CliCommand[],
  command: CliCommand,
  words: readonly string[],
): Refusal | undefined {
  const name = ['convene', command.name].filter(Boolean).join(' ')
  const missing = command.arguments.find((argument, index) => !argument.optional && !words[index]?.trim())
  if (missing) return usage(`${name} needs <${missing.name}>. Usage: ${name} ${argumentsText(command.arguments)}`)
  if (command.arguments.at(-1)?.rest || words.length <= command.arguments.length) return undefined
  const extra = words[command.arguments.length] ?? ''
  const below = commands.filter((each) => each.name.startsWith(`${command.name} `)).map((each) => each.name)
  const nearest = nearestName(`${command.name} ${extra}`, below)
  if (below.length > 0)
    return usage(
      `${name} has no command "${extra}".${meant(nearest && `convene ${nearest}`)} \`${name} --help\` lists its commands.`,
    )
  return usage(`Unexpected argument "${extra}" for ${name}. Put text with spaces in quotes.`)
}

export const argumentsText = (words: readonly Argument[]): string =>
  words.map(({ name, optional, rest }) => (optional ? `[${name}${rest ? ' …' : ''}]` : `<${name}>`)).join(' ')
