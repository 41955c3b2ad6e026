import type { Cost } from './attempt.ts'

const SHOWN = 40

/** Above this, a file says why it takes so long: otherwise it can be made faster. */
const MOST_SECONDS = 20

const reasons: { readonly [file: string]: string } = {
  'tests/vscode/chat.test.ts': 'starts the server of a real VS Code and its workbench in a browser',
  'tests/e2e/interrupt.test.ts': 'starts and interrupts 28 real processes',
  'tests/e2e/run.test.ts': 'starts the command line 29 times',
  'tests/desktop/packages.test.ts': 'builds and installs a Debian package',
  'tests/web-page/everybody.test.ts': 'looks at every screen with axe',
  'tests/web-page/stories/build.test.ts': 'has builds made, reviewed and landed in a browser at two widths',
  'tests/hostile/hostile.test.ts': 'runs every attack in a process',
  'tests/people/people.test.ts': 'runs several team servers on one database',
}

/** The test files that took the most CPU time, and each folder's sum. */
export function costsText(costs: readonly Cost[]): string {
  const files = costs.toSorted((one, other) => other.seconds - one.seconds)
  const folders = Map.groupBy(costs, ({ file }) => file.split('/').slice(0, 2).join('/'))
  const sums = [...folders]
    .map(([file, all]) => ({ file, seconds: all.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((one, other) => other.seconds - one.seconds)
  const line = ({ file, seconds }: Cost) => `${seconds.toFixed(1).padStart(8)}  ${file}`
  const withReason = (cost: Cost) =>
    cost.seconds > MOST_SECONDS ? `${line(cost)}: ${reasons[cost.file] ?? 'NO REASON: make it faster'}` : line(cost)
  return [
    '',
    'CPU seconds per folder',
    ...sums.map(line),
    '',
    `CPU seconds of the ${SHOWN} slowest files`,
    ...files.slice(0, SHOWN).map(withReason),
  ].join('\n')
}
