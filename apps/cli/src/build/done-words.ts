import { cleanLine } from '@convene/domain'
import type { BuildReview } from '@convene/reading'
import type { Act } from './desk.ts'

/** What was done, in a sentence. */
export function doneWords(act: Act, review: BuildReview): string {
  const { landing } = review
  switch (act.type) {
    case 'keep':
      if (landing?.state === 'refused') return refusedWords(review)
      return act.hunks ? 'Kept in your files.' : 'Everything is in your files.'
    case 'undo':
      if (landing?.state === 'refused') return refusedWords(review)
      return act.hunks ? 'Undone.' : 'Everything is undone.'
    case 'commit': {
      const last = review.commits.at(-1)
      return last ? `Committed ${last.commit.slice(0, 10)} on ${cleanLine(last.branch)}.` : 'Committed.'
    }
    case 'pull-request':
      return cleanLine(review.pullRequests.at(-1)?.url ?? 'Proposed.')
    case 'comment':
      return `Noted as ${review.comments.at(-1)?.id ?? 'a comment'}.`
    case 'resolve':
      return act.resolved === false ? 'Open again.' : 'Resolved.'
    case 'send':
      return 'Sent back.'
  }
}

/** Why nothing was written, with the files and checks that say so. */
function refusedWords({ landing }: BuildReview): string {
  const conflicts = landing?.conflicts.map(({ path, reason }) => `${path}: ${reason}`) ?? []
  const failing =
    landing?.checks.filter(({ outcome }) => outcome === 'failed').map(({ check }) => `${check} fails`) ?? []
  return cleanLine(['Nothing was written.', landing?.reason ?? '', ...conflicts, ...failing].join(' '))
}
