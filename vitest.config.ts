import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/reporter/closing-line.ts'

/** `--mode long` (`npm run test:long`) sets CONVENE_LONG, which runs the long variants of tests. */
export default defineConfig(({ mode }) => {
  const long = mode === 'long' || Boolean(process.env.CONVENE_LONG)
  return {
    test: {
      include: ['{packages,apps}/*/{src,bin}/**/*.test.ts', 'tests/**/*.test.ts'],
      reporters: ['default', new ClosingLine()],
      env: long ? { CONVENE_LONG: '1' } : {},
      maxWorkers: 2,
      testTimeout: long ? 3_600_000 : 60_000,
      hookTimeout: 60_000,
      watch: false,
    },
  }
})
