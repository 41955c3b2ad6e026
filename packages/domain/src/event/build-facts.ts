import { z } from 'zod'

const Text = z.string().trim().min(1).max(10_000)

/** `old`: the line as it was before the build, which removed or changed it. */
export const DiffSide = z.enum(['old', 'new'])
export type DiffSide = z.infer<typeof DiffSide>

export const CommentSeverity = z.enum(['low', 'medium', 'high', 'critical'])
export type CommentSeverity = z.infer<typeof CommentSeverity>

/** A line with its neighbours, to find it again after the file has changed. */
export const LinesAround = z.object({
  before: z.array(z.string()).max(3),
  quote: z.string(),
  after: z.array(z.string()).max(3),
})
export type LinesAround = z.infer<typeof LinesAround>

/** What somebody says about a line of a build's change. */
export const LineComment = z.object({
  path: z.string().min(1).max(4_096),
  side: DiffSide,
  line: z.number().int().min(1),
  text: Text,
  severity: CommentSeverity,
  /** Absent if nobody could read the file. */
  around: LinesAround.optional(),
})
export type LineComment = z.infer<typeof LineComment>

/** `undo` reverts what was kept. */
export const Landing = z.object({
  id: z.string(),
  action: z.enum(['keep', 'undo']),
  hunks: z.array(z.string()),
  /** Written even though checks fail on the merged files. */
  anyway: z.boolean().optional(),
})
export type Landing = z.infer<typeof Landing>

export const LandingConflict = z.object({ path: z.string(), reason: z.string() })
export type LandingConflict = z.infer<typeof LandingConflict>

/** Files that two sides have changed in different ways, and what the other side has changed in them, as a patch. */
export const MergeConflict = z.object({ files: z.array(LandingConflict), others: z.string() })
export type MergeConflict = z.infer<typeof MergeConflict>

/** What a check said about the merged files, before anything was written. */
export const MergedCheck = z.object({
  check: z.string(),
  outcome: z.enum(['passed', 'failed', 'not_run']),
  reason: z.string().optional(),
  output: z.string().optional(),
})
export type MergedCheck = z.infer<typeof MergedCheck>

/**
 * What the user had changed in the same way as the build before it was kept, as two git trees: as an undo would leave it,
 * and as it was.
 */
export const OwnChange = z.object({ without: z.string(), with: z.string() })
export type OwnChange = z.infer<typeof OwnChange>

/**
 * Events of a build that is reviewed: what it has changed is in a worktree until it is kept. A landing has an intent, so
 * that one cut off by a crash is finished.
 */
export const buildFacts = {
  'build.landing': Landing,
  'build.landed': z.object({
    id: z.string(),
    /** The files written in the workspace. */
    files: z.array(z.string()),
    /** The git tree of what is kept, without the user's own changes. */
    tree: z.string(),
    checks: z.array(MergedCheck).optional(),
    own: OwnChange.optional(),
  }),
  'build.refused': z.object({
    id: z.string(),
    reason: z.string(),
    conflicts: z.array(LandingConflict),
    checks: z.array(MergedCheck).optional(),
  }),
  /** Hunks that are not to be kept, or are again. Nothing in the workspace changes. */
  'build.marked': z.object({ hunks: z.array(z.string()), undone: z.boolean() }),
  'build.committed': z.object({
    commit: z.string(),
    branch: z.string(),
    files: z.array(z.string()),
    message: z.string(),
  }),
  'build.proposed': z.object({ url: z.string(), branch: z.string(), by: z.string() }),
  'line.commented': LineComment.extend({ id: z.string() }),
  'line.resolved': z.object({ comment: z.string(), resolved: z.boolean() }),
  /** Goes back to the step's owner: the run continues, or a run that follows it has started. */
  'line.sent': z.object({
    comments: z.array(z.string()),
    to: z.string(),
    /** What the owner reads. */
    text: z.string(),
  }),
} as const
