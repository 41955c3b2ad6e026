import type { Browser, CDPSession } from 'playwright-core'

type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** CPU time of the thread, in microseconds. */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** Records the tasks of the page from now on. The returned function ends that with the CPU time of the longest, in ms. */
export async function watchTasks(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const traceConfig = { includedCategories: ['toplevel'], excludedCategories: ['*'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  return async () => {
    await end(session)
    return longestOf(events)
  }
}

async function end(session: CDPSession): Promise<void> {
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await ended
  await session.detach()
}

/** Of the page that did the most: only one is open, but a browser keeps spare processes. */
function longestOf(events: readonly TraceEvent[]): number {
  const threads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = threads.map(({ pid, tid }) =>
    events.flatMap((event) => (event.pid === pid && event.tid === tid && event.ph === 'X' ? [event.tdur ?? 0] : [])),
  )
  const busiest = tasks.toSorted((one, other) => other.length - one.length)[0] ?? []
  return busiest.reduce((most, each) => Math.max(most, each), 0) / 1_000
}
