import type { Heading } from '@convene/domain'
import { clarify, contribute, converged, finalPosition, nextSpeaker, options, topic } from './panel.ts'
import type { Material } from './parts.ts'
import { decide, deliberate, vote } from './voting.ts'
import {
  assignments,
  ownVerdict,
  respond,
  review,
  reviewPlan,
  score,
  steps,
  summary,
  synthesize,
  takeOver,
  task,
  title,
  waysOn,
} from './work.ts'

type Answer = (material: Material) => string

/** Answers by the name of the declared answer that a request asks for. */
const named: { readonly [answer: string]: Answer } = {
  assignments,
  steps,
  score,
  vote,
  'own-verdict': ownVerdict,
  'plan-review': reviewPlan,
  'ways-on': waysOn,
  'offer-answer': takeOver,
  ruling: decide,
}

/** Answers by heading alone. A heading not listed here is answered like `Respond`. */
const headed: { readonly [heading in Heading]?: Answer } = {
  Clarify: clarify,
  Topic: topic,
  Contribute: contribute,
  Redirect: contribute,
  'Next speaker': nextSpeaker,
  'Converged?': converged,
  Options: options,
  'Final position': finalPosition,
  Vote: vote,
  Decide: decide,
  Task: task,
  Synthesize: synthesize,
  Deliberate: deliberate,
  Review: review,
  Title: title,
  Summary: summary,
  Summarize: summary,
}

export function answerTo(material: Material): string {
  const { answer, heading } = material.ask
  const write = Object.hasOwn(named, answer) ? named[answer] : headed[heading]
  return (write ?? respond)(material)
}
