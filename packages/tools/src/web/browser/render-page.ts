import type { BrowserContext, Route } from 'playwright-core'
import { isAllowedOrigin } from '../guard/check-url.ts'
import { type GuardOptions, guardedRequest, type WebResponse } from '../guard/guarded-request.ts'

const LOAD_MS = 15_000
const QUIET_MS = 5_000
const PART_MS = 10_000
const MAX_PARTS = 120
const MAX_BYTES = 15_000_000
const MAX_CHARACTERS = 4_000_000
/** Resource types that matter without a viewer. */
const WANTED = new Set(['script', 'stylesheet', 'xhr', 'fetch'])

/** Runs in the page: marks elements hidden by styles, so their text is dropped, and returns the rest. */
const SERIALISE = `(() => {
  for (const element of [...document.querySelectorAll('body *')].slice(0, 20000)) {
    if (element.tagName === 'SCRIPT') continue
    const style = getComputedStyle(element)
    if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') element.setAttribute('hidden', '')
  }
  return document.documentElement.outerHTML.slice(0, ${MAX_CHARACTERS})
})()`

/** Renders a fetched page and returns it as its scripts left it. May throw. */
export async function renderPage(
  context: BrowserContext,
  source: WebResponse,
  guard: GuardOptions,
  signal: globalThis.AbortSignal,
): Promise<WebResponse> {
  const answer = answerer(source, guardFor(source, guard), signal)
  await context.route('**/*', (route) => answer(route).catch(() => {}))
  await context.routeWebSocket(/.*/, (socket) => void socket.close().catch(() => {}))
  const page = await context.newPage()
  context.on('page', (other) => void other.close().catch(() => {}))
  await page.goto(source.url, { waitUntil: 'domcontentloaded', timeout: LOAD_MS })
  await page.waitForLoadState('networkidle', { timeout: QUIET_MS }).catch(() => {})
  const html = await page.evaluate<unknown>(SERIALISE)
  const headers = { ...source.headers, 'content-type': 'text/html; charset=utf-8' }
  return { ...source, headers, body: Buffer.from(`<!doctype html>${String(html).slice(0, MAX_CHARACTERS)}`) }
}

/** A public page must not read local addresses that the user allowed. */
const guardFor = (source: WebResponse, guard: GuardOptions): GuardOptions =>
  isAllowedOrigin(new URL(source.url), guard.allowHosts) ? guard : { ...guard, allowHosts: [] }

/** Serves the browser's requests: the page from memory, its resources through the guard, and nothing else. */
function answerer(source: WebResponse, guard: GuardOptions, signal: globalThis.AbortSignal) {
  let isShown = false
  let parts = 0
  let bytes = 0
  return async (route: Route): Promise<void> => {
    const request = route.request()
    if (!isShown && request.isNavigationRequest() && request.url() === source.url) {
      isShown = true
      return route.fulfill({ status: 200, headers: documentHeaders(source), body: Buffer.from(source.body) })
    }
    const isWanted = request.method() === 'GET' && WANTED.has(request.resourceType())
    if (!isWanted || parts++ >= MAX_PARTS || bytes > MAX_BYTES) return route.abort('blockedbyclient')
    const part = await guardedRequest({ url: request.url() }, { ...guard, timeoutMs: PART_MS }, signal)
    if (!part.ok) return route.abort('accessdenied')
    bytes += part.value.body.length
    return route.fulfill(fulfilment(part.value))
  }
}

/** Never a redirect: the browser would follow it by itself. */
const fulfilment = ({ status, headers, body }: WebResponse) => ({
  status: status >= 300 && status < 400 ? 502 : status,
  headers: { 'content-type': headers['content-type'] ?? 'application/octet-stream' },
  body: Buffer.from(body),
})

function documentHeaders({ headers }: WebResponse): Record<string, string> {
  const policy = headers['content-security-policy']
  return {
    'content-type': headers['content-type'] ?? 'text/html',
    ...(policy !== undefined && { 'content-security-policy': String(policy) }),
  }
}
