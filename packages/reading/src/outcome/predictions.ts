import { type RecordedDecision, withoutCopies } from '@convene/domain'

/** How often a model knew what an experiment would show. */
export type PredictionSummary = { readonly model: string; readonly predicted: number; readonly right: number }

/** The predictions of each model in all experiments, most often right first. Rehearsals predict nothing. */
export function summarizePredictions(decisions: readonly RecordedDecision[]): readonly PredictionSummary[] {
  const all = withoutCopies(decisions)
    .filter(({ isRehearsal }) => !isRehearsal)
    .flatMap(({ predictions = [] }) => predictions)
  return [...Map.groupBy(all, ({ model }) => model)]
    .map(([model, own]) => ({ model, predicted: own.length, right: own.filter(({ right }) => right).length }))
    .toSorted(
      (one, other) => other.right / other.predicted - one.right / one.predicted || other.predicted - one.predicted,
    )
}
