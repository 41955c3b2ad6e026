import type { ExpectStatic } from 'vitest'

/** What every implementation of a port promises: a sentence, and how to see that it holds. */
export type Contract<Fixture> = {
  readonly [sentence: string]: (fixture: Fixture, expect: ExpectStatic) => Promise<void>
}

/** Runs a contract with a fresh fixture for each sentence. Loads the test runner here, so that the door of the package needs none. */
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
