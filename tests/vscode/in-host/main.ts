import { writeFileSync } from 'node:fs'
import { first } from './first.ts'
import { later } from './later.ts'
import { notInOldest, type Outcome } from './titles.ts'

/** Runs inside the extension host: plays each story in turn, and writes a report to the path in the environment. */
export async function run(): Promise<void> {
  const outcomes: Outcome[] = []
  const stories = Object.entries(process.env.CONVENE_STORIES === 'later' ? later : first)
  const isTried = (title: string) => process.env.CONVENE_OLDEST !== 'yes' || notInOldest[title] === undefined
  for (const [title, story] of stories.filter(([name]) => isTried(name))) {
    const problem = await story().then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    outcomes.push({ title, ...(problem !== undefined && { problem }) })
    writeFileSync(process.env.CONVENE_REPORT ?? '', JSON.stringify(outcomes))
  }
  if (outcomes.some(({ problem }) => problem !== undefined)) throw new Error('Some stories did not hold.')
}
