import type { TaskKind } from '@convene/domain'
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

/** Answers by kind alone. A kind not listed here is answered like `respond`. */
const headed: { readonly [kind in TaskKind]?: Answer } = {
  clarify: clarify,
  topic: topic,
  contribute: contribute,
  redirect: contribute,
  next_speaker: nextSpeaker,
  converged: converged,
  options: options,
  final_position: finalPosition,
  vote: vote,
  decide: decide,
  work: task,
  synthesize: synthesize,
  deliberate: deliberate,
  review: review,
  title: title,
  summary: summary,
  summarize: summary,
}

export function answerTo(material: Material): string {
  const { answer, kind } = material.ask
  const write = Object.hasOwn(named, answer) ? named[answer] : headed[kind]
  return (write ?? respond)(material)
}
