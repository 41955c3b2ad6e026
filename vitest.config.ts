import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/process/longest-first.ts'
import { ClosingLine } from './tests/reporter/closing-line.ts'

/** Tests start hundreds of processes and threads from the sources: half of what one costs is compiling them again. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache/compiled')

/**
 * `--mode long` (`npm run test:long`) sets CONVENE_LONG, which runs the long variants of tests, and `--mode chaos`
 * (`npm run test:chaos`) sets CONVENE_CHAOS, for the storm of kills. `--mode deploy` (`npm run test:deploy`) sets
 * CONVENE_DEPLOY, which installs the package and starts what the compose file would start.
 */
export default defineConfig(({ mode }) => {
  const long = mode === 'long' || Boolean(process.env.CONVENE_LONG)
  return {
    test: {
      include: ['{packages,apps}/*/{src,bin}/**/*.test.ts', 'tests/**/*.test.ts'],
      reporters: ['default', new ClosingLine()],
      // The files of a worker share its modules, which are most of what a small file costs.
      isolate: false,
      sequence: { sequencer: LongestFirst },
      setupFiles: ['tests/process/left-as-found.ts'],
      env: {
        ...(long && { CONVENE_LONG: '1' }),
        ...(mode === 'chaos' && { CONVENE_CHAOS: '1' }),
        ...(mode === 'deploy' && { CONVENE_DEPLOY: '1' }),
      },
      // One more than the cores of a small machine: many tests wait for a browser, an editor or another process.
      maxWorkers: 3,
      testTimeout: long || mode === 'chaos' || mode === 'deploy' ? 3_600_000 : 180_000,
      hookTimeout: 180_000,
      // A busy machine is slow, not wrong: what is waited for comes, or never does.
      expect: { poll: { timeout: 30_000 } },
      watch: false,
    },
  }
})
