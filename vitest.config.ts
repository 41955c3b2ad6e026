import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { bundledThreads } from './tests/process/bundled-threads.ts'
import { LongestFirst } from './tests/process/longest-first.ts'
import { ClosingLine } from './tests/reporter/closing-line.ts'

/** Tests start hundreds of processes and threads from the sources: half of what one costs is compiling them again. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

/** What the workers of one run share is theirs alone. */
process.env.CONVENE_TEST_RUN = `${process.pid}`

const tests = ['{packages,apps}/*/{src,bin}/**/*.test.ts', 'tests/**/*.test.ts']

/**
 * Files that start hundreds of programs. To start one copies the page table of the worker, so that it costs three times as
 * much in a worker that has had many files before: each of these has a new one.
 */
const startsHundreds = [
  'packages/tools/src/bash/{git-escapes,guards,obeyed-elsewhere}.test.ts',
  'packages/tools/src/{clones/clones,worktrees/hostile-repository,worktrees/steps,worktrees/worktrees}.test.ts',
  'packages/host/src/{trash/trash,spaces/clones}.test.ts',
  'apps/server/src/people/repositories.test.ts',
  'tests/{hostile/hostile,release/action,shell/real-bash}.test.ts',
]

/**
 * `--mode long` (`npm run test:long`) sets CONVENE_LONG, which runs the long variants of tests, and `--mode chaos`
 * (`npm run test:chaos`) sets CONVENE_CHAOS, for the storm of kills. `--mode deploy` (`npm run test:deploy`) sets
 * CONVENE_DEPLOY, which installs the package and starts what the compose file would start.
 */
export default defineConfig(({ mode }) => {
  const long = mode === 'long' || Boolean(process.env.CONVENE_LONG)
  return {
    plugins: [bundledThreads()],
    test: {
      reporters: ['default', new ClosingLine()],
      projects: [
        { extends: true, test: { name: 'processes', include: startsHundreds, isolate: true } },
        // The files of a worker share its modules, which are most of what a small file costs.
        {
          extends: true,
          test: {
            name: 'tests',
            include: tests,
            exclude: [...configDefaults.exclude, ...startsHundreds],
            isolate: false,
          },
        },
      ],
      sequence: { sequencer: LongestFirst },
      globalSetup: ['tests/process/once-per-run.ts'],
      setupFiles: ['tests/process/left-as-found.ts'],
      env: {
        ...(long && { CONVENE_LONG: '1' }),
        ...(mode === 'chaos' && { CONVENE_CHAOS: '1' }),
        ...(mode === 'deploy' && { CONVENE_DEPLOY: '1' }),
      },
      // A larger nursery: most of what a test allocates is garbage before the next collection. A tenth less CPU time.
      execArgv: ['--max-semi-space-size=64'],
      // A worker waits half of its time, for a browser, an editor or another process: three leave a third of two cores idle.
      maxWorkers: 5,
      testTimeout: long || mode === 'chaos' || mode === 'deploy' ? 3_600_000 : 180_000,
      hookTimeout: 180_000,
      // A busy machine is slow, not wrong: what is waited for comes, or never does.
      expect: { poll: { timeout: 30_000 } },
      watch: false,
    },
  }
})
