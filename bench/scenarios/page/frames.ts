import type { Page } from 'playwright-core'

/** What a user notices of a busy page: the gaps between its frames, and the tasks that block it. */
export type Frames = {
  readonly frames: number
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Percentage of the gaps that are longer than 34 ms. */
  readonly late: number
  readonly longTasks: number
  readonly longest: number
}

/** Runs in the page: records every frame and long task from now on. */
const watching = `(() => {
  const seen = { gaps: [], long: [], isDone: false }
  let last
  const frame = (now) => {
    if (last !== undefined) seen.gaps.push(now - last)
    last = now
    if (!seen.isDone) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  const observer = new PerformanceObserver((list) => {
    if (seen.isDone) observer.disconnect()
    else for (const { duration } of list.getEntries()) seen.long.push(duration)
  })
  observer.observe({ entryTypes: ['longtask'] })
  window.seen = seen
})()`

export const watchFrames = (opened: Page): Promise<unknown> => opened.evaluate(watching)

/** What was recorded in the page. */
export type Seen = { readonly gaps: readonly number[]; readonly long: readonly number[] }

/** Everything recorded since `watchFrames`, which ends: a page that is not being measured must not request frames. */
export const seenIn = async (opened: Page): Promise<Seen> =>
  (await opened.evaluate('Object.assign(window.seen, { isDone: true })')) as Seen

export const framesOf = async (opened: Page): Promise<Frames> => framesIn([await seenIn(opened)])

/** Several periods combined. */
export function framesIn(periods: readonly Seen[]): Frames {
  const sorted = periods.flatMap(({ gaps }) => gaps).sort((one, other) => one - other)
  const long = periods.flatMap((period) => period.long)
  return {
    frames: sorted.length,
    perSecond: (sorted.length * 1_000) / sorted.reduce((sum, gap) => sum + gap, 0),
    p50: sorted[sorted.length >> 1] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    late: (sorted.filter((gap) => gap > LATE).length * 100) / sorted.length,
    longTasks: long.length,
    longest: Math.max(0, ...long),
  }
}

/** Two frames at 60 per second, plus a little tolerance. */
const LATE = 34

/** Turns the wheel up and down over the middle of the page, this many times. */
export async function scroll(opened: Page, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await opened.mouse.move(700, 500)
    await opened.mouse.wheel(0, turn % 40 < 30 ? -900 : 1_400)
    await opened.waitForTimeout(50)
  }
}

/** Runs in the page: waits for the first element that matches and has this text, and clicks it. */
const pressing = `async (selector, text) => {
  const found = () => [...document.querySelectorAll(selector)].find((each) => each.textContent.includes(text))
  const until = performance.now() + 30000
  while (!found() && performance.now() < until) await new Promise(requestAnimationFrame)
  const element = found()
  if (!element) throw new Error('There is no ' + selector + ' with the text ' + text)
  element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 })) // tabs open on it
  element.click()
}`

/**
 * Clicks once it is there. Playwright's own search by role or text runs in the page and takes longer than the page
 * itself, so its tasks would be measured.
 */
export const press = (opened: Page, selector: string, text: string): Promise<unknown> =>
  opened.evaluate(`(${pressing})(${JSON.stringify(selector)}, ${JSON.stringify(text)})`)

/** Runs in the page: clicks the session, and waits until its last message is painted. */
const clicking = `async (title, text) => {
  const begin = performance.now()
  await (${pressing})('a', title)
  while (!document.querySelector('main')?.textContent.includes(text)) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return performance.now() - begin
}`

/** Milliseconds from the click on a session until this text is painted. */
export const untilShown = async (opened: Page, title: string, text: string): Promise<number> =>
  Number(await opened.evaluate(`(${clicking})(${JSON.stringify(title)}, ${JSON.stringify(text)})`))

/** Bytes in use after a garbage collection. The collection itself is not counted as the page's work. */
export async function heapOf(opened: Page): Promise<number> {
  const session = await opened.context().newCDPSession(opened)
  const noted = Number(await opened.evaluate('window.seen?.long.length ?? 0'))
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  await opened.evaluate(
    `new Promise((resolve) => setTimeout(resolve, 100)).then(() => window.seen?.long.splice(${noted}))`,
  )
  return usedSize
}
