import type { BuildReview } from '@convene/reading'
import { reviewOfPatch } from '../../apps/web/src/session/review/review.fixture.ts'

/** Reviews of sessions, changed like the program changes them, except that no file is written. */
export type FakeReviews = {
  readonly set: (review: BuildReview) => void
  readonly of: (session: string) => BuildReview
  /** Answers a command. */
  readonly take: (
    session: string,
    command: Command,
  ) => { readonly review: BuildReview; readonly notes: readonly string[] }
}

type Command = {
  readonly type: string
  readonly hunks?: readonly string[]
  readonly comment?: string
  readonly resolved?: boolean
  readonly comments?: readonly string[]
} & Partial<Pick<BuildReview['comments'][number], 'path' | 'side' | 'line' | 'text' | 'severity'>>

export function fakeReviews(): FakeReviews {
  const known = new Map<string, BuildReview>()
  const of = (session: string) => known.get(session) ?? reviewOfPatch(session, '')
  return {
    set: (review) => void known.set(review.session, review),
    of,
    take: (session, command) => {
      const review = after(of(session), command)
      known.set(session, review)
      return { review, notes: [] }
    },
  }
}

function after(review: BuildReview, command: Command): BuildReview {
  switch (command.type) {
    case 'keep':
      return keptIn(outdated(decided(review, command.hunks, 'kept')))
    case 'undo':
      return outdated(decided(review, command.hunks, 'undone'))
    case 'commit':
      return { ...review, commits: [{ commit: '0123456789abcdef', branch: 'main', files: [], isCurrent: true }] }
    case 'pull-request':
      return { ...review, pullRequests: [{ url: 'https://github.com/acme/shop/pull/7', branch: 'b', isCurrent: true }] }
    case 'comment':
      return { ...review, comments: [...review.comments, commented(review, command)] }
    case 'resolve':
      return withComments(review, [command.comment ?? ''], command.resolved === false ? 'open' : 'resolved')
    case 'send':
      return withComments(review, command.comments ?? [], 'sent')
    default:
      return review
  }
}

function keptIn(review: BuildReview): BuildReview {
  const isAll = review.files.every(({ hunks }) => hunks.every(({ state }) => state === 'kept'))
  const keep = isAll ? 'Everything is kept.' : null
  return { ...review, blocked: { ...review.blocked, keep, commit: null, pullRequest: null } }
}

const outdated = (review: BuildReview): BuildReview => ({
  ...review,
  commits: review.commits.map((each) => ({ ...each, isCurrent: false })),
  pullRequests: review.pullRequests.map((each) => ({ ...each, isCurrent: false })),
})

type State = BuildReview['files'][number]['hunks'][number]['state']

const decided = (review: BuildReview, hunks: readonly string[] | undefined, state: State): BuildReview => ({
  ...review,
  files: review.files.map((file) => ({
    ...file,
    hunks: file.hunks.map((hunk) => (!hunks || hunks.includes(hunk.id) ? { ...hunk, state } : hunk)),
  })),
})

type Comment = BuildReview['comments'][number]

const commented = (
  { comments }: BuildReview,
  { path = '', side = 'new', line = 1, text = '', severity = 'medium' }: Command,
): Comment => ({
  id: `c${comments.length + 100}`,
  author: 'user',
  path,
  side,
  line,
  text,
  severity,
  at: 0,
  state: 'open',
  anchor: { state: 'here', line },
  hunk: null,
})

const withComments = (review: BuildReview, ids: readonly string[], state: Comment['state']): BuildReview => ({
  ...review,
  comments: review.comments.map((comment) => (ids.includes(comment.id) ? { ...comment, state } : comment)),
})
