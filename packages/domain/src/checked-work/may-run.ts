import type { Check } from '../check/check.ts'
import type { Run, Session } from '../state/session.ts'
import type { Resource } from '../tool/tool.ts'
import { harmIn } from './harm.ts'
import { callLike, forbiddenBy } from './judge-check.ts'

export type Judging = { readonly session: Pick<Session, 'grants'>; readonly run: Run }

/** Why something that only looks must never run. */
export function whyForbidden({ run }: Pick<Judging, 'run'>, check: Check): string | undefined {
  const harm = check.kind === 'command' ? harmIn(check.run) : undefined
  return harm ?? forbiddenBy({ run, grants: [] }, { check, moment: 'experiment' }, asWritten(check))
}

/** What the rules allow anyway, without asking: one plain command, a file, a page. */
export function isAllowed({ session, run }: Judging, check: Check): boolean {
  if (check.kind === 'you' || check.kind === 'change') return false
  if (check.kind === 'command' && (check.network || isCompound(check.run) || run.settings.readOnly)) return false
  const asked = { check, moment: 'experiment', unasked: true } as const
  return forbiddenBy({ run, grants: session.grants }, asked, asWritten(check)) === undefined
}

/** What it names. What it really touches is judged again right before it runs. */
function asWritten(check: Check): readonly Resource[] {
  const call = callLike(check)
  return call ? [{ permission: call.tool, target: call.target }] : []
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
