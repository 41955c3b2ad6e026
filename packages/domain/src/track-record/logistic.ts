/** A logistic regression that learns one case at a time: its weights, and how sure it is of them. Plain JSON. */
export type Logistic = {
  readonly weights: readonly number[]
  readonly precision: readonly (readonly number[])[]
}

/** The largest move of a weight in one case. Otherwise the first surprising case would throw a young model far off. */
const LARGEST_MOVE = 0.5
const LEAST_INFORMATION = 1e-3

export const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x))
export const logit = (p: number): number => Math.log(p / (1 - p))

/** Before any case: these weights, each with this much certainty. */
export const prior = (weights: readonly number[], held: readonly number[]): Logistic => ({
  weights,
  precision: held.map((strength, row) => held.map((_, column) => (row === column ? strength : 0))),
})

export const predict = ({ weights }: Logistic, features: readonly number[]): number =>
  sigmoid(features.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0))

/** One Newton step towards the case. `outcome` is 0, 1, or in between if it was half right. */
export function newtonStep(model: Logistic, features: readonly number[], outcome: number): Logistic {
  const expected = predict(model, features)
  const information = Math.max(expected * (1 - expected), LEAST_INFORMATION)
  const precision = model.precision.map((row, i) =>
    row.map((held, j) => held + information * (features[i] ?? 0) * (features[j] ?? 0)),
  )
  const moves = solve(
    precision,
    features.map((value) => value * (outcome - expected)),
  )
  const largest = Math.max(...moves.map(Math.abs))
  const share = largest > LARGEST_MOVE ? LARGEST_MOVE / largest : 1
  return { weights: model.weights.map((weight, index) => weight + share * (moves[index] ?? 0)), precision }
}

/** Gaussian elimination. The matrix is a prior plus squares, so no pivot is zero. */
function solve(matrix: Logistic['precision'], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  for (const [step, pivot] of rows.entries())
    for (const row of rows.slice(step + 1)) {
      const factor = (row[step] ?? 0) / (pivot[step] ?? 1)
      for (const [column, value] of pivot.entries()) row[column] = (row[column] ?? 0) - factor * value
    }
  const solution: number[] = []
  for (const [index, row] of [...rows.entries()].reverse()) {
    const known = solution.reduce((sum, value, offset) => sum + value * (row[index + 1 + offset] ?? 0), 0)
    solution.unshift(((row[rows.length] ?? 0) - known) / (row[index] ?? 1))
  }
  return solution
}
