import type { Command, Option } from './command.ts'

/** Accepted by every command. */
export const everywhere: readonly Option[] = [
  { name: 'workspace', kind: 'text', value: 'DIR', summary: 'workspace folder (default: the current folder)' },
  { name: 'help', kind: 'flag', short: 'h', summary: 'show this help' },
]

/** Accepted by commands that work with a server's sessions. */
const local: Option = {
  name: 'local',
  kind: 'flag',
  summary: 'use this machine even if you are logged in to a server',
}

/** The options that a command takes. */
export const optionsOf = ({ options, remote }: Pick<Command, 'options' | 'remote'>): readonly Option[] => [
  ...options,
  ...(remote ? [local] : []),
  ...everywhere,
]

/** For commands that inspect a shared database. */
export const databaseUrl: Option = {
  name: 'database-url',
  kind: 'text',
  value: 'URL',
  summary: 'the Postgres database of the servers (or CONVENE_DATABASE_URL)',
}

/** Accepted by every list and show command. */
export const json: Option = {
  name: 'json',
  kind: 'flag',
  summary: 'print only JSON on standard output',
}

export const verbosity: Option = {
  name: 'verbosity',
  kind: 'text',
  value: 'LEVEL',
  choices: ['brief', 'detailed', 'full'],
  summary: 'how much to show (default: detailed)',
}

/** For commands that continue a run in the foreground. */
export const foreground: readonly Option[] = [
  verbosity,
  { name: 'json', kind: 'flag', summary: 'print only events on standard output, one line of JSON each' },
  { name: 'deltas', kind: 'flag', summary: 'with --json: include live text as it arrives' },
]
