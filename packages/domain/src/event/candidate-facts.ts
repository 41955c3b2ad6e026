import { z } from 'zod'
import { LineComment } from './build-facts.ts'

const Count = z.number().int().min(0)
const About = z.object({ step: z.string(), attempt: Count })

/** How the best candidate was found. `only`: no other could be built. `smallest`: nothing else told them apart. */
export const ChosenBy = z.enum(['only', 'checks', 'votes', 'comments', 'smallest', 'same', 'limit'])
export type ChosenBy = z.infer<typeof ChosenBy>

/** A line of a candidate's change that a reviewer says something about. */
export const CandidateComment = LineComment.pick({ path: true, line: true, severity: true, text: true }).extend({
  candidate: z.string(),
})
export type CandidateComment = z.infer<typeof CandidateComment>

/** What a candidate showed: how many of its checks pass, and how many reviewers prefer it. */
export const CandidateStanding = z.object({
  candidate: z.string(),
  agent: z.string(),
  passed: Count,
  checks: Count,
  votes: Count,
})
export type CandidateStanding = z.infer<typeof CandidateStanding>

/** Events of a step that several seats build, each in a worktree. */
export const candidateFacts = {
  /** `wanted`: how many were asked for, if there are fewer seats than that. */
  'candidates.opened': About.extend({
    wanted: Count,
    seats: z.array(z.object({ candidate: z.string(), agent: z.string(), worktree: z.string() })),
  }),
  /** What its seat has changed, as a patch, or why there is nothing to compare. */
  'candidate.built': About.extend({
    candidate: z.string(),
    patch: z.string(),
    files: z.array(z.string()),
    refusal: z.string().optional(),
  }),
  /** A seat that built none of them has compared them without knowing whose they are. */
  'candidate.judged': About.extend({
    by: z.string(),
    prefers: z.string().optional(),
    reason: z.string(),
    comments: z.array(CandidateComment),
  }),
  'candidate.chosen': About.extend({
    candidate: z.string(),
    agent: z.string(),
    how: ChosenBy,
    standings: z.array(CandidateStanding),
  }),
} as const
