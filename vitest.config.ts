import { defineConfig } from 'vitest/config'
import { ClosingLine } from './tests/reporter/closing-line.ts'

export default defineConfig({
  test: {
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
    reporters: ['default', new ClosingLine()],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    watch: false,
  },
})
