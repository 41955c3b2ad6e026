import { type Limits, noLimits, RunId, type RunSettings, type RunStart, Seat, type SeatedTeam } from '@convene/domain'
import { simulatedTools } from './scenario.ts'

export type RunChoice = {
  readonly mode?: string
  readonly members?: readonly string[]
  readonly limits?: Partial<Limits>
  readonly settings?: Partial<RunSettings>
  /** Further properties of every seat. */
  readonly seat?: object
  /** Further properties of the team. */
  readonly team?: Partial<SeatedTeam>
  readonly id?: string
}

/** A run with only the relevant settings. Tools are `read`, `list`, `write` and `shell`. The last two ask. */
export function runOf({
  mode = 'agent',
  members = ['ada'],
  limits,
  settings,
  seat,
  team,
  id = 'RUN',
}: RunChoice = {}): RunStart {
  const role = mode === 'agent' ? 'agent' : 'member'
  const named = (slug: string) =>
    Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: 'alpha/one', seat: role, ...seat })
  return {
    id: RunId.parse(id),
    mode,
    team: {
      name: 'Duo',
      slug: 'duo',
      members: members.map(named),
      sharedContext: '',
      routingContext: '',
      permissions: {},
      ...team,
    },
    settings: {
      models: { 'alpha/one': { price: { input: 1, output: 2 }, context: null } },
      tools: simulatedTools,
      permissions: [{ layer: 'user', rules: { read: 'allow', list: 'allow', write: 'ask', shell: 'ask' } }],
      grants: [],
      yes: false,
      startedBy: 'user',
      interactive: true,
      variables: {},
      mode: {},
      ...settings,
    },
    limits: { ...noLimits, ...limits },
  }
}

/** The parts of a plain answer. */
export const answerParts = (text: string) =>
  [
    { type: 'text', text },
    { type: 'finish', finish: 'stop', usage: { input: 100, cached: 0, output: 10 } },
  ] as const

/** The parts of a reply that calls tools. */
export const callParts = (...calls: readonly (readonly [tool: string, target: string])[]) =>
  [
    ...calls.map(([tool, target]) => ({ type: 'call', tool, input: { target } }) as const),
    { type: 'finish', finish: 'tools', usage: { input: 100, cached: 0, output: 10 } },
  ] as const

/** A failure as the last part. */
export const failureParts = (code: string, more: object = {}) =>
  [{ type: 'failed', code, message: `${code.replaceAll('_', ' ')}`, retryable: true, ...more }] as never
