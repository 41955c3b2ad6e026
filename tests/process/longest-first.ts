import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * First what starts many small processes: to start one costs a worker the more, the more memory its earlier files have
 * left it with. Then where the long files are. Within a folder the usual order holds.
 */
const first = [
  ...['tests/hostile', 'packages/tools', 'tests/recovery', 'tests/plan', 'tests/e2e', 'tests/shell', 'tests/team'],
  ...['tests/desktop', 'tests/vscode', 'tests/web-page', 'tests/simulation', 'tests/'],
]

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  // Together: a shared worker ends as soon as the next file in the queue wants a new one.
  if (project.config.isolate) return -1
  const at = first.findIndex((folder) => moduleId.includes(`/${folder}`))
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
