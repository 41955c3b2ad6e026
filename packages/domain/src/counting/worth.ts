import { logit } from '../track-record/logistic.ts'
import { nameOf, type Term } from './belief.ts'
import { type CountedVote, setKey, type Vote } from './record.ts'

/**
 * Before anything is known, a vote at 85 % stated confidence, or with none stated, is right in 70 % of cases: that is
 * what models are on questions that people ask them.
 */
const PRIORS = {
  all: { mean: 0.85, variance: 0.15 },
  model: { mean: 0, variance: 0.5 },
  topic: { mean: 0, variance: 0.1 },
  option: { mean: 0, variance: 0.3 },
  stated: { mean: 0.55, variance: 0.05 },
  statedByModel: { mean: 0, variance: 0.05 },
}
/** The log odds of what models say when they are as sure as usual. */
const USUALLY_STATED = 1.7
const CLIP = 0.02

/** What all votes have in common. */
export const ALL: Term = { name: 'all', factor: 1, prior: PRIORS.all }
export const modelTerm = (model: string): Term => ({ name: nameOf('model', model), factor: 1, prior: PRIORS.model })

/**
 * What the log odds that a vote is right add up from. `learns`: how much of its outcome is news for what it shares
 * with all other votes.
 */
export function termsOf(ballot: CountedVote, { topic, options }: Vote, learns = 1): readonly Term[] {
  const { model, option, confidence } = ballot
  const terms: Term[] = [
    { ...ALL, learns },
    modelTerm(model),
    { name: nameOf('topic', model, topic), factor: 1, prior: PRIORS.topic },
  ]
  if (options) terms.push({ name: nameOf('option', setKey(options), model, option), factor: 1, prior: PRIORS.option })
  if (confidence === null) return terms
  const stated = logit(Math.min(1 - CLIP, Math.max(CLIP, confidence / 100))) - USUALLY_STATED
  terms.push({ name: 'stated', factor: stated, prior: PRIORS.stated, learns })
  terms.push({ name: nameOf('stated', model), factor: stated, prior: PRIORS.statedByModel })
  return terms
}
