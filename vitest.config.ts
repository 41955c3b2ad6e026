import { globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { bundledThreads } from './tests/process/bundled-threads.ts'
import { LongestFirst } from './tests/process/longest-first.ts'
import { PATIENCE_MS, TEST_MS } from './tests/process/patience.ts'
import { ClosingLine } from './tests/runner/closing-line.ts'
import { ResultsFile } from './tests/runner/reporter.ts'
import { filesOf, type Suite } from './tests/runner/suites.ts'

/** Tests start hundreds of processes and threads from the sources: half of what one costs is compiling them again. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

/** What the workers of one run share is theirs alone. */
process.env.CONVENE_TEST_RUN = `${process.pid}`

const chosen = filesOf((process.env.CONVENE_SUITE as Suite | undefined) ?? 'all')

/**
 * Files that start hundreds of programs. To start one copies the page table of the worker, so that it costs three times as
 * much in a worker that has had many files before: each of these has a new one.
 */
const startsHundreds = globSync([
  'packages/tools/src/bash/{git-escapes,guards,obeyed-elsewhere}.test.ts',
  'packages/tools/src/{clones/clones,worktrees/hostile-repository,worktrees/steps,worktrees/worktrees}.test.ts',
  'packages/host/src/{trash/trash,spaces/clones}.test.ts',
  'tests/people/repositories.test.ts',
  'tests/{hostile/hostile,release/action,shell/real-bash}.test.ts',
])

/**
 * `--mode long` (`npm run test:long`) sets CONVENE_LONG, which runs the long variants of tests, and `--mode chaos`
 * (`npm run test:chaos`) sets CONVENE_CHAOS, for the storm of kills. `--mode deploy` (`npm run test:deploy`) sets
 * CONVENE_DEPLOY, which installs the package and starts what the compose file would start.
 */
export default defineConfig(({ mode }) => {
  const long = mode === 'long' || Boolean(process.env.CONVENE_LONG)
  const results = process.env.CONVENE_TEST_RESULTS
  return {
    plugins: [bundledThreads()],
    test: {
      reporters: ['default', results === undefined ? new ClosingLine() : new ResultsFile(results)],
      projects: [
        project(
          'processes',
          chosen.filter((file) => startsHundreds.includes(file)),
          true,
        ),
        // The files of a worker share its modules, which are most of what a small file costs.
        project(
          'tests',
          chosen.filter((file) => !startsHundreds.includes(file)),
          false,
        ),
      ],
      sequence: { sequencer: LongestFirst },
      globalSetup: ['tests/process/bubblewrap.ts', 'tests/process/once-per-run.ts'],
      setupFiles: ['tests/runner/each-file.ts', 'tests/process/left-as-found.ts'],
      env: {
        ...(long && { CONVENE_LONG: '1' }),
        ...(mode === 'chaos' && { CONVENE_CHAOS: '1' }),
        ...(mode === 'deploy' && { CONVENE_DEPLOY: '1' }),
      },
      // A larger nursery: most of what a test allocates is garbage before the next collection. A tenth less CPU time.
      execArgv: ['--max-semi-space-size=64'],
      // A worker waits half of its time, for a browser, an editor or another process: three leave a third of two cores idle.
      maxWorkers: 5,
      testTimeout: long || mode === 'chaos' || mode === 'deploy' ? 3_600_000 : TEST_MS,
      hookTimeout: TEST_MS,
      expect: { poll: { timeout: PATIENCE_MS } },
      watch: false,
    },
  }
})

const project = (name: string, include: readonly string[], isolate: boolean) => ({
  extends: true as const,
  test: { name, include: [...include], isolate },
})
