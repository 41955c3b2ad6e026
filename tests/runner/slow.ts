import type { Cost } from './attempt.ts'

const SHOWN = 40

/** The test files that took the most CPU time, and each folder's sum. */
export function costsText(costs: readonly Cost[]): string {
  const files = costs.toSorted((one, other) => other.seconds - one.seconds)
  const folders = Map.groupBy(costs, ({ file }) => file.split('/').slice(0, 2).join('/'))
  const sums = [...folders]
    .map(([file, all]) => ({ file, seconds: all.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((one, other) => other.seconds - one.seconds)
  const line = ({ file, seconds }: Cost) => `${seconds.toFixed(1).padStart(8)}  ${file}`
  return [
    '',
    'CPU seconds per folder',
    ...sums.map(line),
    '',
    `CPU seconds of the ${SHOWN} slowest files`,
    ...files.slice(0, SHOWN).map(line),
  ].join('\n')
}
