import type { Check } from '../check/check.ts'
import { beyondLimits } from '../limits/reach-limits.ts'
import { isGranted, judge } from '../permission/judge.ts'
import type { Rules } from '../permission/rules.ts'
import type { Run, Session } from '../state/session.ts'
import type { ToolReach } from '../tool/tool.ts'
import { harmIn } from './harm.ts'

export type Judging = { readonly session: Pick<Session, 'grants'>; readonly run: Run }

/** Why something that only looks must never run. */
export function whyForbidden({ run }: Pick<Judging, 'run'>, check: Check): string | undefined {
  if (check.kind === 'you') return undefined
  const harm = check.kind === 'command' ? harmIn(check.run) : undefined
  if (harm !== undefined) return harm
  const { name, reaches, target } = touched(check)
  const beyond = beyondLimits(run.limits, { name, reaches: [...reaches] }, [{ target }])
  if (beyond !== undefined) return beyond
  const { action, rule } = judge(name, target, layersOf(run))
  return action === 'deny' ? `the rule "${rule}" denies it` : undefined
}

/** What the rules allow anyway, without asking: one plain command, a file, a page. */
export function isAllowed({ session, run }: Judging, check: Check): boolean {
  if (check.kind === 'you') return false
  if (check.kind === 'command' && (check.network || isCompound(check.run) || run.settings.readOnly)) return false
  if (check.kind === 'command' && run.settings.checks?.project.includes(check.run)) return true
  const { name, target } = touched(check)
  return judge(name, target, layersOf(run)).action === 'allow' || isGranted(session.grants, name, target)
}

/** The rules of everybody but the proposer: Convene runs it, and not the agent. */
const layersOf = ({ settings, team }: Run) => [
  ...settings.permissions.map(({ layer, rules, builtIn = [] }) => ({ layer, rules: rules as Rules, builtIn })),
  { layer: 'team', rules: team.permissions },
]

type Touched = { readonly name: string; readonly reaches: readonly ToolReach[]; readonly target: string }

function touched(check: Exclude<Check, { kind: 'you' }>): Touched {
  switch (check.kind) {
    case 'command':
      return { name: 'bash', reaches: ['commands'], target: check.run }
    case 'address':
      return { name: 'webfetch', reaches: ['network'], target: check.url }
    case 'file':
      return { name: 'read', reaches: ['files'], target: check.path }
    case 'change':
      return { name: 'read', reaches: ['files'], target: check.within.join(' ') }
  }
}

/** Quoted text, something escaped, or a single character. A quote that stays open counts as a character. */
const TOKEN = /'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|[\s\S]/gu
const SUBSTITUTES = /(?<!\\)(?:`|\$\()/u

/**
 * Whether a line could run more than the one command that a rule such as `node *` is about: operators, redirections and
 * substitutions that the shell would see, or a quote that stays open.
 */
export const isCompound = (line: string): boolean =>
  (line.match(TOKEN) ?? []).some((token) =>
    token.length > 1 ? token.startsWith('"') && SUBSTITUTES.test(token) : /[;&|<>(){}\n`'"]/u.test(token),
  )
