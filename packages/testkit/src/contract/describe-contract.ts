import type { ExpectStatic } from 'vitest'

/** What every implementation of a port promises: a sentence, and how to check it. */
export type Contract<Fixture> = {
  readonly [sentence: string]: (fixture: Fixture, expect: ExpectStatic) => Promise<void>
}

/**
 * Runs a contract with a new fixture per sentence. Loads the test runner here, so the package's entry point does not
 * need it.
 */
export async function describeContract<Fixture extends { close(): Promise<void> }>(
  name: string,
  open: () => Promise<Fixture>,
  contract: Contract<Fixture>,
): Promise<void> {
  const { describe, expect, test } = await import('vitest')
  describe(name, () => {
    test.each(Object.entries(contract))('%s', async (_, holds) => {
      const fixture = await open()
      try {
        await holds(fixture, expect)
      } finally {
        await fixture.close()
      }
    })
  })
}
