import type { Heading } from '@convene/domain'
import type { Answer } from './answer.ts'
import { clarify } from './clarify.ts'
import { contribute } from './contribute.ts'
import { converged, nextSpeaker } from './converged.ts'
import { decide } from './decide.ts'
import { deliberate } from './deliberate.ts'
import { evaluate } from './evaluate.ts'
import { finalPosition } from './final-position.ts'
import { followUp } from './follow-up.ts'
import { handoff } from './handoff.ts'
import { options } from './options.ts'
import { plan } from './plan.ts'
import { respond } from './respond.ts'
import { review } from './review.ts'
import { reviewPlan } from './review-plan.ts'
import { summarize } from './summarize.ts'
import { summary } from './summary.ts'
import { synthesize } from './synthesize.ts'
import { task } from './task.ts'
import { title } from './title.ts'
import { topic } from './topic.ts'
import { vote } from './vote.ts'

/** One answer per heading. A heading not listed here is answered like `Respond`. */
const answers: { readonly [heading in Heading]?: Answer } = {
  Respond: respond,
  'Follow-up': followUp,
  Clarify: clarify,
  Topic: topic,
  Contribute: contribute,
  Redirect: contribute,
  'Next speaker': nextSpeaker,
  'Converged?': converged,
  Options: options,
  'Final position': finalPosition,
  Plan: plan,
  Task: task,
  Synthesize: synthesize,
  Evaluate: evaluate,
  Deliberate: deliberate,
  Vote: vote,
  Decide: decide,
  'Review plan': reviewPlan,
  Review: review,
  Handoff: handoff,
  Title: title,
  Summary: summary,
  Summarize: summarize,
}

export const answerFor = (heading: Heading): Answer => answers[heading] ?? respond
