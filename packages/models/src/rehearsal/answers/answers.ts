import type { TaskKind } from '@convene/domain'
import {
  options,
  sampleClarification,
  sampleContribution,
  sampleConverged,
  sampleEstimate,
  sampleFinalPosition,
  sampleNextSpeaker,
  topic,
} from './panel.ts'
import type { AnswerMaterial } from './parts.ts'
import { decide, deliberate, sampleVote } from './voting.ts'
import {
  respond,
  reviewPlan,
  sampleAssignments,
  sampleOwnVerdict,
  sampleReview,
  sampleScore,
  sampleSteps,
  sampleSummary,
  sampleSynthesis,
  sampleWaysOn,
  takeOver,
  task,
  title,
} from './work.ts'

type Answer = (material: AnswerMaterial) => string

/** Answers by the name of the declared answer that a request asks for. */
const named: { readonly [answer: string]: Answer } = {
  assignments: sampleAssignments,
  steps: sampleSteps,
  score: sampleScore,
  vote: sampleVote,
  'own-verdict': sampleOwnVerdict,
  'plan-review': reviewPlan,
  'ways-on': sampleWaysOn,
  'offer-answer': takeOver,
  ruling: decide,
}

/** Answers by kind alone. A kind not listed here is answered like `respond`. */
const headed: { readonly [kind in TaskKind]?: Answer } = {
  clarify: sampleClarification,
  topic: topic,
  contribute: sampleContribution,
  redirect: sampleContribution,
  next_speaker: sampleNextSpeaker,
  converged: sampleConverged,
  estimate: sampleEstimate,
  options: options,
  final_position: sampleFinalPosition,
  vote: sampleVote,
  decide: decide,
  work: task,
  synthesize: sampleSynthesis,
  deliberate: deliberate,
  review: sampleReview,
  title: title,
  summary: sampleSummary,
  summarize: sampleSummary,
}

export function rehearsedAnswer(material: AnswerMaterial): string {
  const { answer, kind } = material.ask
  const write = Object.hasOwn(named, answer) ? named[answer] : headed[kind]
  return (write ?? respond)(material)
}
