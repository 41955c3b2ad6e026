import type { Option } from './command.ts'

/** Taken by every command. */
export const everywhere: readonly Option[] = [
  { name: 'workspace', kind: 'text', value: 'DIR', summary: 'the folder it is about (default: here)' },
  { name: 'help', kind: 'flag', short: 'h', summary: 'show this help' },
]

/** Taken by every list and show. */
export const json: Option = {
  name: 'json',
  kind: 'flag',
  summary: 'print JSON on standard output, and nothing else there',
}

export const verbosity: Option = {
  name: 'verbosity',
  kind: 'text',
  value: 'LEVEL',
  choices: ['brief', 'detailed', 'full'],
  summary: 'how much to show (default: detailed)',
}

/** Of commands that go on with a run in the foreground. */
export const foreground: readonly Option[] = [
  verbosity,
  { name: 'json', kind: 'flag', summary: 'print each event as one line of JSON, and nothing else on standard output' },
  { name: 'deltas', kind: 'flag', summary: 'with --json: live text too, as it comes' },
]

const whole = (min: number, max: number) => ({ min, max, whole: true })
const positive = { min: 0, max: Number.MAX_SAFE_INTEGER, whole: false, above: true }

/** How a new run is made. */
export const setup: readonly Option[] = [
  { name: 'mode', kind: 'text', value: 'MODE', summary: 'how the team works together; `convene modes` lists them' },
  { name: 'team', kind: 'text', value: 'NAME|FILE', summary: 'a team by name, or a file with one' },
  { name: 'agents', kind: 'text', value: 'a,b,c', summary: 'the members, in order' },
  { name: 'model', kind: 'text', value: 'PROVIDER/MODEL', summary: 'for every agent without a model of its own' },
  { name: 'allow', kind: 'list', value: 'RULE', summary: "grant for this session, such as 'bash:git *' (repeatable)" },
  {
    name: 'answer',
    kind: 'list',
    value: 'TEXT',
    summary: 'to the questions the run begins with, in order (repeatable)',
  },
  { name: 'yes', kind: 'flag', summary: 'approve what the run would ask at its gates' },
  { name: 'max-turns', kind: 'number', value: 'N', range: whole(1, 100), summary: 'end after N turns' },
  { name: 'max-tokens', kind: 'number', value: 'N', range: whole(1_000, 50_000_000), summary: 'end after N tokens' },
  { name: 'max-calls', kind: 'number', value: 'N', range: whole(1, 10_000), summary: 'end after N model calls' },
  { name: 'max-cost', kind: 'number', value: 'USD', range: positive, summary: 'end before it costs more' },
  { name: 'max-minutes', kind: 'number', value: 'N', range: positive, summary: 'end after N minutes of work' },
  { name: 'reflect', kind: 'flag', summary: 'a single agent goes over its answer until it is right' },
  {
    name: 'max-iterations',
    kind: 'number',
    value: 'N',
    range: whole(1, Number.MAX_SAFE_INTEGER),
    summary: 'end after N iterations',
  },
]
