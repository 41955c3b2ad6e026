import type { Landing, LandingConflict, LineComment, MergedCheck, OwnChange } from '../event/build-facts.ts'
import type { Person } from '../event/event.ts'
import type { Facts } from '../event/facts.ts'

/** A comment on a line, by a seat or by you. */
export type BuildComment = LineComment & {
  readonly id: string
  /** The agent's slug, or `user`. */
  readonly author: string
  readonly person?: Person
  readonly step?: string
  readonly at: number
  readonly state: 'open' | 'sent' | 'resolved'
  /** The step that it went back to, until that runs again. */
  readonly awaits?: string
}

/** The last try to change the workspace, and how it went. */
export type LandingState = Landing & {
  readonly state: 'running' | 'landed' | 'refused'
  readonly files: readonly string[]
  readonly reason: string
  readonly conflicts: readonly LandingConflict[]
  readonly checks: readonly MergedCheck[]
}

/** A commit of what was kept then. `tree`: the git tree of that. */
export type BuildCommit = {
  readonly commit: string
  readonly branch: string
  readonly files: readonly string[]
  readonly tree: string | null
}

/** A pull request with what was kept when it was opened, or last brought up to date. */
export type BuildProposal = { readonly url: string; readonly branch: string; readonly tree: string | null }

/** What has become of a session's build. `name` is its worktree. */
export type Build = {
  readonly name: string | null
  /** The git tree of what is kept. Null: nothing yet. */
  readonly tree: string | null
  readonly kept: readonly string[]
  readonly undone: readonly string[]
  /** What stays in the user's files when kept changes are undone: it was there before. */
  readonly own: readonly OwnChange[]
  readonly landing: LandingState | null
  readonly commits: readonly BuildCommit[]
  readonly proposals: readonly BuildProposal[]
  readonly comments: readonly BuildComment[]
}

export const noBuild: Build = {
  name: null,
  tree: null,
  kept: [],
  undone: [],
  own: [],
  landing: null,
  commits: [],
  proposals: [],
  comments: [],
}

/** The id of the next comment. */
export const nextCommentId = ({ comments }: Pick<Build, 'comments'>): string => `c${comments.length + 1}`

/** Facts about a build. The sender has done the work that they name, or is about to. */
export type BuildRecord =
  | ({ readonly record: 'landing' } & Landing)
  | ({ readonly record: 'landed' } & Facts['build.landed'])
  | ({ readonly record: 'refused' } & Facts['build.refused'])
  | ({ readonly record: 'marked' } & Facts['build.marked'])
  | ({ readonly record: 'committed' } & Facts['build.committed'])
  | ({ readonly record: 'proposed' } & Facts['build.proposed'])
  | ({ readonly record: 'comment'; readonly step?: string } & LineComment)
  | ({ readonly record: 'resolved' } & Facts['line.resolved'])
  | ({ readonly record: 'sent'; readonly step?: string } & Facts['line.sent'])
