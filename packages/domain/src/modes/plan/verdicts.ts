import { verdictIn } from '../../answer/verdict.ts'
import { shortOption } from './step-options.ts'
import { NO_REASON } from './step-word.ts'

export type PlanWord = { readonly verdict: 'approve' | 'concerns' }

/** `APPROVE` or `CONCERNS: <which>` on a line. If both are present, the concerns count. */
export function planWord(text: string): PlanWord | undefined {
  const no = ['CONCERN', 'CONCERNS', 'REJECT', 'REJECTED']
  const { says } = verdictIn(text, { yes: ['APPROVE', 'APPROVED'], no })
  return says === 'unread' ? undefined : { verdict: says === 'yes' ? 'approve' : 'concerns' }
}

export type ReviewWord = { readonly verdict: 'accept' } | { readonly verdict: 'reopen'; readonly reason: string }

/**
 * `ACCEPT` or `REOPEN: <reason>` on a line. If both are present, the reopen counts. Some reviewers answer with the word
 * for a plan: an approval accepts the step.
 */
export function reviewWord(text: string): ReviewWord | undefined {
  const { says, reason } = verdictIn(text, { yes: ['ACCEPT', 'ACCEPTED'], no: ['REOPEN', 'REOPENED'] })
  if (says === 'no') return { verdict: 'reopen', reason: shortOption(reason) || NO_REASON }
  return says === 'yes' || planWord(text)?.verdict === 'approve' ? { verdict: 'accept' } : undefined
}

export type HandoffWord = { readonly acknowledged: boolean; readonly reason: string }

/** `ACKNOWLEDGE`, or `REFUSE: <why>`. Anything else is neither. */
export function handoffWord(text: string): HandoffWord | undefined {
  const no = ['REFUSE', 'REFUSED', 'DECLINE', 'DECLINED']
  const { says, reason } = verdictIn(text, { yes: ['ACKNOWLEDGE', 'ACKNOWLEDGED'], no })
  if (says === 'no') return { acknowledged: false, reason: shortOption(reason) || NO_REASON }
  return says === 'yes' ? { acknowledged: true, reason: '' } : undefined
}
