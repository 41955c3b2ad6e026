import type { CliCommand, CommandOption } from './command.ts'

/** Accepted by every command. */
export const commonOptions: readonly CommandOption[] = [
  { name: 'workspace', kind: 'text', value: 'DIR', summary: 'workspace folder (default: the current folder)' },
  { name: 'help', kind: 'flag', short: 'h', summary: 'show this help' },
]

/** Accepted by commands that work with a server's sessions. */
const local: CommandOption = {
  name: 'local',
  kind: 'flag',
  summary: 'use this machine even if you are logged in to a server',
}

/** The options that a command takes. */
export const optionsOf = ({ options, remote }: Pick<CliCommand, 'options' | 'remote'>): readonly CommandOption[] => [
  ...options,
  ...(remote ? [local] : []),
  ...commonOptions,
]

/** For commands that inspect a shared database. */
export const databaseUrlOption: CommandOption = {
  name: 'database-url',
  kind: 'text',
  value: 'URL',
  summary: 'the Postgres database of the servers (or CONVENE_DATABASE_URL)',
}

/** Accepted by every list and show command. */
export const json: CommandOption = {
  name: 'json',
  kind: 'flag',
  summary: 'print only JSON on standard output',
}

export const verbosity: CommandOption = {
  name: 'verbosity',
  kind: 'text',
  value: 'LEVEL',
  choices: ['brief', 'detailed', 'full'],
  summary: 'how much to show (default: detailed)',
}

/** For commands that continue a run in the foreground. */
export const foreground: readonly CommandOption[] = [
  verbosity,
  { name: 'json', kind: 'flag', summary: 'print only events on standard output, one line of JSON each' },
  { name: 'deltas', kind: 'flag', summary: 'with --json: include live text as it arrives' },
]
