import { isAllowed, type Judging, whyForbidden } from '../checked-work/may-run.ts'
import type { Declared } from './declared.ts'

/**
 * Why the check must not run when it is due: you are asked instead. Its author allows a command by giving it as an
 * option. One in a goal, which may be quoted from anywhere, needs a rule.
 */
export function whyBarred(judging: Judging, { resolve: { check }, isOption }: Declared): string | undefined {
  const forbidden = whyForbidden(judging, check)
  if (forbidden !== undefined || check.kind === 'you') return forbidden
  return isOption || check.kind === 'file' || isAllowed(judging, check) ? undefined : 'no rule allows it'
}
