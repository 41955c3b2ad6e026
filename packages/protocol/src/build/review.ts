import { CommentSeverity, DiffSide, Landing, LandingConflict, LineComment, MergedCheck } from '@convene/domain'
import { z } from 'zod'
import { PersonView } from '../shared.ts'

const Count = z.number().int().min(0)
const Tone = z.enum(['plain', 'good', 'asked', 'warning', 'bad'])
const Word = z.object({ word: z.string(), tone: z.enum([...Tone.options, 'live']) })

const UnseenClaims = z
  .array(z.object({ tone: Tone, line: z.string() }))
  .describe('What nobody saw of the claims in these words, such as not seen: 12 tests pass (no tests were run).')

const Maker = z.object({
  step: z.string().nullable(),
  agent: z.string(),
  message: z.string().nullable().describe('The report that says why, such as m9.'),
  reason: z.string().describe('The first line of that report.'),
  unseenClaims: UnseenClaims,
})

const Hunk = z.object({
  id: z.string().describe('Names what the hunk changes: it survives edits elsewhere in the file.'),
  kind: z.enum(['lines', 'file']).describe('file: a new mode, binary content, an empty file. It has no lines.'),
  state: z.enum(['open', 'kept', 'undone']),
  oldStart: Count,
  oldLines: Count,
  newStart: Count,
  newLines: Count,
  section: z.string(),
  lines: z.array(z.string()),
  by: z.array(Maker),
})

const File = z.object({
  path: z.string(),
  from: z.string().nullable(),
  status: z.enum(['added', 'modified', 'deleted', 'renamed']),
  modes: z.object({ old: z.string(), new: z.string() }).nullable(),
  isBinary: z.boolean(),
  added: Count,
  removed: Count,
  hunks: z.array(Hunk),
})

const CheckWords = Word.extend({ check: z.string(), facts: z.array(z.string()), output: z.string() })

const Step = z.object({
  id: z.string(),
  owner: z.string(),
  description: z.string(),
  word: Word,
  checks: z.array(CheckWords),
  reviewer: z.string().nullable(),
  isDoubted: z.boolean().describe('It is not accepted, or was accepted against a review.'),
  remark: z.object({ message: z.string(), text: z.string(), unseenClaims: UnseenClaims }).nullable(),
})

const Comment = LineComment.extend({
  id: z.string(),
  author: z.string().describe('The slug of an agent, or user.'),
  person: PersonView.optional(),
  step: z.string().optional(),
  at: z.number(),
  state: z.enum(['open', 'sent', 'resolved']),
  anchor: z
    .object({ state: z.enum(['here', 'moved', 'gone']), line: Count.nullable() })
    .describe('Where the commented line is now.'),
  hunk: z.string().nullable(),
})

const LandingView = Landing.extend({
  state: z.enum(['running', 'landed', 'refused']),
  files: z.array(z.string()),
  reason: z.string(),
  conflicts: z.array(LandingConflict),
  checks: z.array(MergedCheck),
})

const Proposal = z.object({
  title: z.string(),
  branch: z.string(),
  into: z.string().describe('The branch it should be merged into.'),
  remote: z.string().describe('Such as github.com/acme/shop. Empty if there is a problem.'),
  problem: z.string().nullable().describe('Why it cannot be opened. null: it can.'),
})

const isCurrent = z.boolean().describe('It has what is kept now, not more and not less.')

/** What a run has changed, what is known about it, and what can be done with it. */
export const ReviewView = z
  .object({
    session: z.string(),
    title: z.string(),
    run: Count,
    place: z
      .enum(['worktree', 'workspace'])
      .describe('workspace: the changes are already in the user’s files, so there is nothing to keep.'),
    isOver: z.boolean().describe('No agent works on it any more.'),
    base: z.object({ commit: z.string(), branch: z.string().nullable() }).nullable(),
    patch: z.string().describe('All changes as one patch against the files the build started from.'),
    files: z.array(File),
    added: Count,
    removed: Count,
    steps: z.array(Step),
    checks: Word.nullable().describe('The checks of all steps in one line.'),
    proof: z.array(Word),
    comments: z.array(Comment),
    landing: LandingView.nullable(),
    commits: z.array(z.object({ commit: z.string(), branch: z.string(), files: z.array(z.string()), isCurrent })),
    pullRequests: z.array(z.object({ url: z.string(), branch: z.string(), isCurrent })),
    proposal: Proposal.nullable().describe('The pull request that would be opened now. null: nothing is kept.'),
    blocked: z
      .object({
        keep: z.string().nullable(),
        undo: z.string().nullable(),
        commit: z.string().nullable(),
        pullRequest: z.string().nullable(),
      })
      .describe('Why something cannot be done now. null: it can.'),
  })
  .meta({ id: 'Review' })

const hunks = z.array(z.string()).min(1).max(10_000).optional().describe('Absent: all of them.')

/** Actions on a build. Each returns the review as it is afterwards. */
export const LandCommand = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('keep'),
      hunks,
      anyway: z.boolean().optional().describe('Keep even if checks fail on the merged files.'),
    }),
    z.object({ type: z.literal('undo'), hunks }),
    z.object({
      type: z.literal('commit'),
      message: z.string().trim().max(10_000).optional(),
      branch: z.string().trim().min(1).max(200).optional().describe('A new branch. Absent: the current one.'),
    }),
    z.object({
      type: z.literal('pull-request'),
      title: z.string().trim().max(300).optional(),
      branch: z.string().trim().min(1).max(200).optional(),
      remote: z.string().trim().min(1).max(200).optional(),
      draft: z.boolean().optional(),
    }),
  ])
  .meta({ id: 'LandCommand' })

/** Actions on comments. */
export const CommentCommand = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('comment'),
      path: z.string().min(1).max(4_096),
      side: DiffSide,
      line: z.number().int().min(1),
      text: z.string().trim().min(1).max(10_000),
      severity: CommentSeverity.optional().describe('medium, if you do not say.'),
      send: z.boolean().optional().describe('Sends the comment to the owner of the step at once.'),
    }),
    z.object({
      type: z.literal('resolve'),
      comment: z.string(),
      resolved: z.boolean().optional().describe('false reopens it.'),
    }),
    z.object({
      type: z.literal('send'),
      comments: z.array(z.string()).min(1).optional().describe('Absent: all open ones of yours.'),
    }),
  ])
  .meta({ id: 'CommentCommand' })

/** Notes are shown only once. */
export const Reviewed = z.object({ review: ReviewView, notes: z.array(z.string()) })
