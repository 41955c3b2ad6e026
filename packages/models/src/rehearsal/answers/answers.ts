import type { Heading } from '@convene/domain'
import { clarify, contribute, converged, finalPosition, nextSpeaker, options, topic } from './panel.ts'
import type { Material } from './parts.ts'
import { decide, deliberate, vote } from './voting.ts'
import { evaluate, handoff, plan, respond, review, reviewPlan, summary, synthesize, task, title } from './work.ts'

/** One answer per heading. A heading not listed here is answered like `Respond`. */
const answers: { readonly [heading in Heading]?: (material: Material) => string } = {
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
  Summarize: summary,
}

export const answerTo = (material: Material): string => (answers[material.ask.heading] ?? respond)(material)
