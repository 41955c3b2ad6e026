import type { Browser, CDPSession, Page } from 'playwright-core'

/** An event of a browser's trace. Times are in microseconds. */
export type TraceEvent = {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** CPU time of the thread. */
  readonly tdur?: number
  readonly args: { readonly elementCount?: number }
}

const MARK = 'measured page'

/**
 * Records what this page's main thread does from now on. The returned function stops it and returns the events. They do
 * not include the browser's other pages.
 */
export async function traceOf(
  browser: Browser,
  opened: Page,
  categories: readonly string[],
): Promise<() => Promise<readonly TraceEvent[]>> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event)
  })
  const traceConfig = { includedCategories: ['blink.user_timing', ...categories], excludedCategories: ['*'] }
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await opened.evaluate(`void performance.mark('${MARK}')`)
  return async () => {
    await end(session)
    const mark = events.find(({ name }) => name === MARK)
    return events.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid)
  }
}

async function end(session: CDPSession): Promise<void> {
  const ended = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.end')
  await ended
  await session.detach()
}
