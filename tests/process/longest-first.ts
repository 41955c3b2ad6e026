import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Where the long files are. Within a folder the usual order holds. */
const first = ['hostile', 'simulation', 'vscode', 'desktop', 'web-page', 'shell', 'recovery', 'e2e', 'plan', '']

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = first.findIndex((folder) => moduleId.includes(`/tests/${folder}`))
  return at === -1 ? first.length : at
}

/**
 * Long files before short ones. A new checkout knows no durations, so the usual order goes by size: a few lines that
 * take two minutes would begin last, and all other workers would wait for them.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
