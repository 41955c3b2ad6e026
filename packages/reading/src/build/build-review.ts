import type { BuildComment, FilePatch, Hunk, LandingState } from '@convene/domain'
import type { CheckWords, ProofWord } from '../proof/proof.ts'
import type { ClaimRow } from '../story/claim-marks.ts'

/** Who made a hunk. `message` is the report that says why, `reason` its first line, `unseenClaims` what nobody saw of that. */
export type Maker = {
  readonly step: string | null
  readonly agent: string
  readonly message: string | null
  readonly reason: string
  readonly unseenClaims: readonly ClaimRow[]
}

/**
 * A hunk with a name that survives edits elsewhere. `file`: what happened to the file as a whole, such as a new mode or
 * binary content. It has no lines.
 */
export type ReviewHunk = Hunk & {
  readonly id: string
  readonly kind: 'lines' | 'file'
  readonly state: 'open' | 'kept' | 'undone'
  readonly by: readonly Maker[]
}

export type ReviewFile = Omit<FilePatch, 'hunks'> & { readonly hunks: readonly ReviewHunk[] }

/** A reviewer's words. `unseenClaims`: what nobody saw of what they claim. */
export type ReviewRemark = {
  readonly message: string
  readonly text: string
  readonly unseenClaims: readonly ClaimRow[]
}

/** A step with what proves it. `isDoubted`: it is not accepted, or was against a review. `remark` is its reviewer's last message. */
export type ReviewStep = {
  readonly id: string
  readonly owner: string
  readonly description: string
  readonly word: ProofWord
  readonly checks: readonly CheckWords[]
  readonly reviewer: string | null
  readonly isDoubted: boolean
  readonly remark: ReviewRemark | null
}

/** A comment, and its line in the file as it is now. */
export type ReviewComment = BuildComment & {
  readonly anchor: { readonly state: 'here' | 'moved' | 'gone'; readonly line: number | null }
  readonly hunk: string | null
}

/** A commit. `isCurrent`: it has what is kept now, not more and not less. */
export type ReviewCommit = {
  readonly commit: string
  readonly branch: string
  readonly files: readonly string[]
  readonly isCurrent: boolean
}

/** A pull request. `isCurrent`: it has what is kept now, not more and not less. */
export type ReviewProposal = { readonly url: string; readonly branch: string; readonly isCurrent: boolean }

/** A pull request that is not open yet. `remote`: `github.com/acme/shop`. `problem`: why it cannot be opened. */
export type PlannedProposal = {
  readonly title: string
  readonly branch: string
  readonly into: string
  readonly remote: string
  readonly problem: string | null
}

/** What a run has changed, what is known about it, and what can be done with it. */
export type BuildReview = {
  readonly session: string
  readonly title: string
  readonly run: number
  /** `workspace`: the changes are already in the user's files, so there is nothing to keep. */
  readonly place: 'worktree' | 'workspace'
  /** No agent works on it any more. */
  readonly isOver: boolean
  readonly base: { readonly commit: string; readonly branch: string | null } | null
  /** Everything as one patch, as it differs from the user's files when the build began. */
  readonly patch: string
  readonly files: readonly ReviewFile[]
  readonly added: number
  readonly removed: number
  readonly steps: readonly ReviewStep[]
  /** The checks of all steps in one line. */
  readonly checks: ProofWord | null
  readonly proof: readonly ProofWord[]
  readonly comments: readonly ReviewComment[]
  readonly landing: LandingState | null
  readonly commits: readonly ReviewCommit[]
  readonly pullRequests: readonly ReviewProposal[]
  /** The pull request that would be opened now. Null: nothing is kept. */
  readonly proposal: PlannedProposal | null
  /** Why an action is not possible now. Null: it is. */
  readonly blocked: {
    readonly keep: string | null
    readonly undo: string | null
    readonly commit: string | null
    readonly pullRequest: string | null
  }
}
