import type { Check } from '../../../check/check.ts'
import { isAllowed, type Judging, whyForbidden } from '../../../checked-work/may-run.ts'
import { policyOf } from '../setup/experiment-policy.ts'

/** Why it is not run. Undefined if you may be asked for it, or, if nobody is asked, if the rules allow it. */
export function whyNotAllowed(context: Judging, check: Check): string | undefined {
  const { run } = context
  if (check.kind === 'you') return policyOf(run) === 'ask' ? undefined : 'there is nobody to ask'
  const forbidden = whyForbidden(context, check)
  if (forbidden !== undefined) return forbidden
  return policyOf(run) === 'ask' || isAllowed(context, check) ? undefined : 'no rule allows it, and nobody is asked'
}

/** What it may reach, for the one who is asked. */
export function rightsText(check: Check): string {
  switch (check.kind) {
    case 'command':
      return `in a sandbox, on a copy of your files, ${check.network ? 'with network access' : 'without network'}`
    case 'address':
      return 'requests a page'
    case 'you':
      return 'asks you'
    default:
      return 'reads a file'
  }
}
