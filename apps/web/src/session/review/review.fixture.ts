import { readPatch } from '@convene/domain'
import { type BuildReview, namedHunks, type ReviewComment, type ReviewFile } from '@convene/reading'

/** A patch as a review shows it. Nobody has decided anything. */
export const filesOf = (patch: string, more: Partial<ReviewFile['hunks'][number]> = {}): readonly ReviewFile[] =>
  readPatch(patch).map((file) => ({
    ...file,
    hunks: namedHunks(file).map((hunk) => ({ ...hunk, state: 'open', by: [], ...more })),
  }))

/** A comment of the reviewer on a line that is still where it was. */
export const commentOn = (path: string, line: number, more: Partial<ReviewComment> = {}): ReviewComment => ({
  id: `c${line}`,
  author: 'security',
  path,
  side: 'new',
  line,
  text: 'Is that wanted?',
  severity: 'medium',
  at: 0,
  state: 'open',
  anchor: { state: 'here', line },
  hunk: null,
  ...more,
})

/** The review of a build that has ended, in a worktree, of which nothing is kept yet. */
export function reviewOfPatch(session: string, patch: string, more: Partial<BuildReview> = {}): BuildReview {
  const files = filesOf(patch)
  return {
    session,
    title: 'Add a --json flag',
    run: 1,
    place: 'worktree',
    isOver: true,
    base: { commit: '0'.repeat(40), branch: 'main' },
    patch,
    files,
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
    steps: [],
    checks: null,
    proof: [],
    comments: [],
    landing: null,
    commits: [],
    pullRequests: [],
    proposal: null,
    blocked: { keep: null, undo: null, commit: 'Keep something first.', pullRequest: 'Keep something first.' },
    ...more,
  }
}
