import { type Check, onlyLooks } from '../check/check.ts'
import type { CheckEffect } from '../effect/effect.ts'
import { beyondLimits } from '../limits/reach-limits.ts'
import { coversResource, judgeAll, type RuleLayer } from '../permission/judge.ts'
import type { Rules } from '../permission/rules.ts'
import type { Run, Session } from '../state/session.ts'
import type { Resource, ToolReach } from '../tool/tool.ts'

/** The tool whose rules a check is about, and the call that would do the same. */
export type CheckCall = {
  readonly tool: 'bash' | 'read' | 'webfetch'
  readonly reaches: readonly ToolReach[]
  readonly target: string
  readonly input: { readonly [name: string]: string | boolean }
}

/** The call that would do what a check does. Undefined if it asks you, or only compares files with those before. */
export function callLike(check: Check): CheckCall | undefined {
  switch (check.kind) {
    case 'command': {
      const input = { command: check.run, ...(check.network && { network: true }) }
      return { tool: 'bash', reaches: ['commands'], target: check.run, input }
    }
    case 'address':
      return { tool: 'webfetch', reaches: ['network'], target: check.url, input: { url: check.url } }
    case 'file':
      return { tool: 'read', reaches: ['files'], target: check.path, input: { path: check.path } }
    default:
      return undefined
  }
}

/** The rules of everybody but an agent: Convene runs it. */
const layersOf = ({ settings, team }: Run): readonly RuleLayer[] => [
  ...settings.permissions.map(({ layer, rules, builtIn = [] }) => ({ layer, rules: rules as Rules, builtIn })),
  { layer: 'team', rules: team.permissions },
]

/** Experiments, and checks that look into a file. Other checks are the user's, or approved with a plan. */
export const isJudged = ({ check, moment }: Pick<CheckEffect, 'check' | 'moment'>): boolean =>
  onlyLooks(moment) || (check.kind === 'file' && (check.is === 'contains' || check.is === 'shown'))

/** Why the rules keep a check from running, given what the call that does the same would touch. */
export function forbiddenBy(
  { run, grants }: Pick<Session, 'run' | 'grants'>,
  { check, moment, unasked = false }: Pick<CheckEffect, 'check' | 'moment' | 'unasked'>,
  touched: readonly Resource[],
): string | undefined {
  const call = callLike(check)
  if (!run || !call || !isJudged({ check, moment })) return undefined
  const invalid = touched.find((one) => one.invalid)
  if (invalid) return invalid.note ?? 'it is not valid'
  const limits = onlyLooks(moment) ? beyondLimits(run.limits, reachOf(call), touched) : undefined
  if (limits !== undefined || touched.length === 0) return limits
  const layers = layersOf(run)
  const { action, rule, layer } = judgeAll(touched, layers)
  if (action === 'deny') return layer === 'safety' ? rule : `the rule "${rule}" denies it`
  const isOpen = (one: Resource) => judgeAll([one], layers).action === 'ask' && !coversResource(grants, one)
  if (!unasked || isNamed(run, check)) return undefined
  return touched.some(isOpen) ? `nobody was asked, and it would ask first: ${rule}` : undefined
}

const reachOf = ({ tool, reaches }: CheckCall) => ({ name: tool, reaches: [...reaches] })

/** Whether the workspace's owner has named this very command as one that may run. */
const isNamed = ({ settings }: Run, check: Check): boolean =>
  check.kind === 'command' && (settings.checks?.project.includes(check.run) ?? false)
