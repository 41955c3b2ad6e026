import { logOddsOf, nameOf, own, type Term } from './belief.ts'
import { logit } from './log-odds.ts'
import { type CountedVote, emptyRecord, placeOf, setKey, type TrackRecord, type Vote, wrongAnswers } from './record.ts'

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
const topicTerm = (model: string, topic: string): Term => ({
  name: nameOf('topic', model, topic),
  factor: 1,
  prior: PRIORS.topic,
})

/** The log odds that a vote of this model is right, without regard to how sure that is. */
export const meanWorth = ({ beliefs }: Pick<TrackRecord, 'beliefs'>, model: string): number =>
  [ALL, modelTerm(model)].reduce((sum, { name, prior }) => sum + (own(beliefs, name)?.mean ?? prior.mean), 0)

/** What is known about a model's votes on a topic, whatever it votes for. */
export const accuracyTerms = (model: string, topic: string): readonly Term[] => [
  ALL,
  modelTerm(model),
  topicTerm(model, topic),
]

/** What the vote of an unknown model says for its option, without a confidence: the unit of weights. */
export const firstWorth = (vote: Omit<Vote, 'ballots'>): number =>
  logOddsOf({}, termsOf({ voter: '', model: '', option: '', confidence: null }, vote)) +
  Math.log(wrongAnswers(emptyRecord, vote))

/**
 * What the log odds that a vote is right add up from. `learns`: how much of its outcome is news for what it shares
 * with all other votes.
 */
export function termsOf(ballot: CountedVote, { topic, options }: Omit<Vote, 'ballots'>, learns = 1): readonly Term[] {
  const { model, option, confidence } = ballot
  const terms: Term[] = [{ ...ALL, learns }, modelTerm(model), topicTerm(model, topic)]
  if (options) {
    const name = nameOf('option', setKey(options), model, placeOf(options, option))
    terms.push({ name, factor: 1, prior: PRIORS.option })
  }
  if (confidence === null) return terms
  const stated = logit(Math.min(1 - CLIP, Math.max(CLIP, confidence / 100))) - USUALLY_STATED
  terms.push({ name: 'stated', factor: stated, prior: PRIORS.stated, learns })
  terms.push({ name: nameOf('stated', model), factor: stated, prior: PRIORS.statedByModel })
  return terms
}
