import { writeSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number }

/** Ends a test run's output with `N passed, N failed` on its own line, whatever else is printed before. */
export class ClosingLine implements Reporter {
  private counts: Counts = { passed: 0, failed: 0, skipped: 0 }

  onInit(): void {
    process.once('exit', () => {
      if (this.counts.passed + this.counts.failed === 0) process.exitCode ||= 1
      writeSync(1, `\n${closingLine(this.counts)}\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.counts = count(modules, unhandledErrors.length)
  }
}

/** A run without a test is a failure: a pattern that matches nothing must not look like success. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  if (passed + failed === 0) return `No test ran.\n${line(0, 1, skipped)}`
  return line(passed, failed, skipped)
}

const line = (passed: number, failed: number, skipped: number): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** Counts tests. A file that breaks outside its tests and an uncaught error count as one failure each. */
export function count(modules: readonly TestModule[], unhandledErrors: number): Counts {
  const counts = { passed: 0, failed: unhandledErrors, skipped: 0 }
  for (const module of modules) {
    const before = counts.failed
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      counts[state === 'pending' ? 'failed' : state] += 1
    }
    if (module.state() === 'failed' && counts.failed === before) counts.failed += 1
  }
  return counts
}
