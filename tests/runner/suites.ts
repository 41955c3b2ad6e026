import { globSync } from 'node:fs'

/** `everyday` is `npm test`, `rest` is what it leaves out, and `all` is both: `npm run test:all`. */
export type Suite = 'everyday' | 'rest' | 'all'

/** Where tests are. */
const everywhere = ['{packages,apps}/*/{src,bin}/**/*.test.ts', 'tests/**/*.test.ts']

/**
 * Tests that drive other programs: browsers, editors, windows, several servers, packages and whole copies of this
 * repository, those that start and kill hundreds of processes, those that play hundreds of panels, and those that measure how time grows with length. They
 * take longer than all others together, so `npm test` runs one story of each kind.
 */
export const outside = [
  'tests/web-page/**/*.test.ts',
  'tests/vscode/**/*.test.ts',
  'tests/desktop/**/*.test.ts',
  'tests/team/**/*.test.ts',
  'tests/deploy/**/*.test.ts',
  'tests/docs/site-offline.test.ts',
  'tests/recipes/**/*.test.ts',
  '**/growth.test.ts',
  'tests/hostile/hostile.test.ts',
  'tests/simulation/planted-bugs.test.ts',
  'tests/extensions/{bundle,missing-packages}.test.ts',
  'tests/architecture/checks.test.ts',
  'tests/people/**/*.test.ts',
  'packages/team/src/{clones,spaces}/clones.test.ts',
  'tests/web/browser.test.ts',
  'tests/e2e/**/*.test.ts',
  'tests/build-review/{command-line,walk}.test.ts',
  'tests/claims/claims-cli.test.ts',
  'tests/mcp-server/**/*.test.ts',
  '{tests/{plan,recovery},packages/tools/src/landing}/kill.test.ts',
  'tests/plan/cli.test.ts',
  'tests/checks/{checks-cli,liars}.test.ts',
  'tests/release/action.test.ts',
  'tests/bench/**/*.test.ts',
  'tests/panel/looking-is-right.test.ts',
]

/** One story of each kind, for `npm test`. The packages have theirs in `tests/sdk`, a killed process in `tests/recovery`. */
export const representatives = [
  'tests/e2e/run.test.ts', // the command line
  'tests/people/people.test.ts', // a server for several people
  'tests/web-page/stories/panel.test.ts', // the browser
  'tests/vscode/chat.test.ts', // the editor
  'tests/desktop/story.test.ts', // the window
  'tests/team/team.test.ts', // several servers on one Postgres database
  'packages/platform/src/files/growth.test.ts', // how time grows
]

/** A suite's files. */
export function filesOf(suite: Suite): readonly string[] {
  const all = globSync(everywhere, { exclude: ['**/node_modules'] })
  const left = new Set(
    globSync(outside, { exclude: ['**/node_modules'] }).filter((file) => !representatives.includes(file)),
  )
  return suite === 'all' ? all : all.filter((file) => left.has(file) === (suite === 'rest'))
}
