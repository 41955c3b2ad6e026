import { globSync } from 'node:fs'

/** `everyday` is `npm test`, `rest` is what it leaves out, and `all` is both: `npm run test:all`. */
export type Suite = 'everyday' | 'rest' | 'all'

/** Where tests are. */
const everywhere = ['{packages,apps}/*/{src,bin}/**/*.test.ts', 'tests/**/*.test.ts']

/**
 * Tests that drive other programs: browsers, editors, windows, several servers, packages and whole copies of this
 * repository, and those that start and kill hundreds of processes. They take as long as all others together, so
 * `npm test` runs one story of each kind.
 */
export const outside = [
  'tests/web-page/**/*.test.ts',
  'tests/vscode/**/*.test.ts',
  'tests/desktop/**/*.test.ts',
  'tests/team/**/*.test.ts',
  'tests/deploy/**/*.test.ts',
  'tests/docs/site-offline.test.ts',
  'tests/recipes/**/*.test.ts',
  'tests/hostile/hostile.test.ts',
  'tests/e2e/{approvals,full-disk,gates,sessions,start-up}.test.ts',
  'tests/{plan,recovery}/kill.test.ts',
  'tests/plan/{cli,checks-cli,liars}.test.ts',
  'tests/release/action.test.ts',
]

/** One story of each kind, for `npm test`. The packages have theirs in `tests/sdk`, a killed process in `tests/e2e`. */
export const representatives = [
  'tests/web-page/stories/panel.test.ts', // the browser
  'tests/vscode/chat.test.ts', // the editor
  'tests/desktop/story.test.ts', // the window
  'tests/team/team.test.ts', // several servers on one Postgres database
]

/** A suite's files. */
export function filesOf(suite: Suite): readonly string[] {
  const all = globSync(everywhere, { exclude: ['**/node_modules'] })
  const left = new Set(globSync(outside).filter((file) => !representatives.includes(file)))
  return suite === 'all' ? all : all.filter((file) => left.has(file) === (suite === 'rest'))
}
