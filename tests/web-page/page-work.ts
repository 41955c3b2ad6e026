import type { Browser, Page } from 'playwright-core'
import { traceOf } from './trace.ts'

/** Counts of what a page did. They do not depend on how fast or how busy the machine is. */
export type PageWork = {
  /** Elements whose styles were computed. An element counts each time. */
  readonly styled: number
  readonly layouts: number
  readonly frames: number
}

/** Counts what this page does from now until the returned function is called. */
export async function countWork(browser: Browser, page: Page): Promise<() => Promise<PageWork>> {
  const ended = await traceOf(browser, page, ['devtools.timeline'])
  return async () => {
    const events = await ended()
    const named = (name: string) => events.filter((event) => event.name === name)
    return {
      styled: named('UpdateLayoutTree').reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
      layouts: named('Layout').length,
      frames: named('PrePaint').length,
    }
  }
}

/**
 * Counts the elements that are added to the page: all of them, the most from one frame to the next, and those that are
 * added while a frame is drawn, after its callbacks. The browser lays out the page again for the latter.
 */
export const countAdded = `(() => {
  let now = 0
  let isDrawing = false
  window.added = { all: 0, most: 0, inside: 0 }
  const count = (node) => (node.querySelectorAll ? 1 + node.querySelectorAll('*').length : 0)
  new MutationObserver((changes) => {
    const before = now
    for (const { addedNodes } of changes) for (const node of addedNodes) now += count(node)
    if (isDrawing) window.added.inside += now - before
  }).observe(document, { childList: true, subtree: true })
  const frame = () => {
    window.added.all += now
    window.added.most = Math.max(window.added.most, now)
    now = 0
    isDrawing = true
    setTimeout(() => { isDrawing = false }, 0)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`

type Added = { readonly all: number; readonly most: number; readonly inside: number }

export const addedTo = async (page: Page): Promise<Added> => (await page.evaluate('window.added')) as Added
