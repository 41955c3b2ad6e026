import type { Browser, Page } from 'playwright-core'
import { type TraceEvent, traceOf } from '../../../tests/web-page/trace.ts'
import { partsOf } from './parts.ts'

/** The tasks of a page's main thread, in milliseconds of CPU time, which excludes other load on the machine. */
export type Tasks = {
  readonly longest: number
  /** How many took more than 50 ms. */
  readonly long: number
  readonly total: number
}

const LONG = 50

/** With `BENCH_TRACE=1`, the longest tasks are printed with their parts. Recording those makes them longer. */
const isDetailed = process.env.BENCH_TRACE === '1'
const detailed = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8', 'blink', 'cc']

/** Records this page's tasks from now on. The returned function stops it. */
export async function watchTasks(browser: Browser, opened: Page, title: string): Promise<() => Promise<Tasks>> {
  const ended = await traceOf(browser, opened, isDetailed ? ['toplevel', ...detailed] : ['toplevel'])
  return async () => {
    const events = await ended()
    const tasks = events.filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    if (isDetailed) print(title, tasks, events)
    const times = tasks.map(({ tdur = 0 }) => tdur / 1_000)
    return {
      longest: Math.max(0, ...times),
      long: times.filter((time) => time > LONG).length,
      total: times.reduce((sum, time) => sum + time, 0),
    }
  }
}

/** Several periods combined. */
export const allTasks = (periods: readonly Tasks[]): Tasks => ({
  longest: Math.max(0, ...periods.map(({ longest }) => longest)),
  long: periods.reduce((sum, { long }) => sum + long, 0),
  total: periods.reduce((sum, { total }) => sum + total, 0),
})

function print(title: string, tasks: readonly TraceEvent[], events: readonly TraceEvent[]): void {
  const longest = tasks.toSorted((one, other) => (other.tdur ?? 0) - (one.tdur ?? 0)).slice(0, 6)
  for (const task of longest) {
    const parts = partsOf(task, events).map(([part, ms]) => `${part} ${ms.toFixed(1)}`)
    console.error(`${title}: ${((task.tdur ?? 0) / 1_000).toFixed(1)} ms: ${parts.join(', ')}`)
  }
}
