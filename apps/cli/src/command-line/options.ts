import type { Severity } from '@convene/reading'
import type { ReviewFormat } from '../review/review-request.ts'
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

/** What a run writes for other programs, such as a pipeline. */
export const report: readonly Option[] = [
  {
    name: 'output',
    kind: 'list',
    value: 'FILE',
    summary: 'also write the result to a .md, .json, .sarif or .xml (JUnit) file (repeatable)',
  },
  {
    name: 'format',
    kind: 'text',
    value: 'FORMAT',
    choices: ['md', 'json', 'sarif', 'junit', 'github'] satisfies readonly ReviewFormat[],
    summary: 'the format of that file, or github for annotations and a step summary',
  },
  {
    name: 'fail-on',
    kind: 'text',
    value: 'SEVERITY',
    choices: ['low', 'medium', 'high', 'critical'] satisfies readonly Severity[],
    summary: 'exit with code 1 if the team finds something this serious',
  },
]

const whole = (min: number, max: number) => ({ min, max, whole: true })
const positive = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: false, above: true }

/** How a new run is set up. */
export const setup: readonly Option[] = [
  {
    name: 'mode',
    kind: 'text',
    value: 'MODE',
    summary: 'how the team works (see `convene modes`), or auto to suit the goal',
  },
  { name: 'team', kind: 'text', value: 'NAME|FILE', summary: 'the team, by name or from a file' },
  { name: 'agents', kind: 'text', value: 'a,b,c', summary: 'the members, in order' },
  { name: 'model', kind: 'text', value: 'PROVIDER/MODEL', summary: 'model for agents that do not set their own' },
  {
    name: 'reasoning',
    kind: 'text',
    value: 'LEVEL',
    choices: ['off', 'low', 'medium', 'high', 'max'],
    summary: 'how much models think before they answer (default: the provider decides)',
  },
  { name: 'allow', kind: 'list', value: 'RULE', summary: "allow for this session, such as 'bash:git *' (repeatable)" },
  {
    name: 'answer',
    kind: 'list',
    value: 'TEXT',
    summary: 'answer the opening questions in advance, in order (repeatable)',
  },
  { name: 'yes', kind: 'flag', summary: 'approve every topic or plan the run asks about' },
  { name: 'max-turns', kind: 'number', value: 'N', range: whole(1, 100), summary: 'stop after N turns' },
  { name: 'max-tokens', kind: 'number', value: 'N', range: whole(1_000, 50_000_000), summary: 'stop after N tokens' },
  { name: 'max-calls', kind: 'number', value: 'N', range: whole(1, 10_000), summary: 'stop after N model calls' },
  { name: 'max-cost', kind: 'number', value: 'USD', range: positive, summary: 'stop before the run costs more' },
  { name: 'max-minutes', kind: 'number', value: 'N', range: positive, summary: 'stop after N minutes of work' },
  {
    name: 'protocol',
    kind: 'text',
    value: 'PROTOCOL',
    choices: ['decide', 'discuss'],
    summary: 'how a panel works',
  },
  {
    name: 'escalate',
    kind: 'text',
    value: 'WHEN',
    choices: ['never', 'disagreement', 'always'],
    summary: 'when to ask the other panelists after the first two (default: disagreement)',
  },
  { name: 'vote', kind: 'flag', summary: 'let a panel vote without a debate, and stop once the result is certain' },
  { name: 'seat', kind: 'flag', summary: 'take a seat in the panel: speak and vote before the others in each round' },
  { name: 'reflect', kind: 'flag', summary: 'let a single agent review and improve its answer' },
  {
    name: 'max-iterations',
    kind: 'number',
    value: 'N',
    range: whole(1, Number.MAX_SAFE_INTEGER),
    summary: 'stop after N iterations',
  },
]
