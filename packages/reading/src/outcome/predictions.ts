import { type RecordedDecision, withoutCopies } from '@convene/domain'

/** How often a model knew what an experiment would show. */
export type PredictionSummary = { readonly model: string; readonly predicted: number; readonly right: number }

/** The predictions of each model in all experiments, most often right first. Rehearsals predict nothing. */
export function summarizePredictions(decisions: readonly RecordedDecision[]): readonly PredictionSummary[] {
  const all = withoutCopies(decisions)
    .filter(({ isRehearsal }) => !isRehearsal)
    .flatMap(({ predictions = [] }) => predictions)
  const models = [...new Set(all.map(({ model }) => model))]
  return models
    .map((model) => {
      const own = all.filter((prediction) => prediction.model === model)
      return { model, predicted: own.length, right: own.filter(({ right }) => right).length }
    })
    .toSorted(
      (one, other) => other.right / other.predicted - one.right / one.predicted || other.predicted - one.predicted,
    )
}
