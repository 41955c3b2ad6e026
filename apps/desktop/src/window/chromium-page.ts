import type { Bounds } from '../browser/bounds.ts'
import type { DevTools } from '../devtools/pipe.ts'
import { type Area, fitBounds, isSamePlace } from './fit-bounds.ts'
import { ORIGIN } from './origin.ts'
import { BINDING, pageScript, stayScript } from './page-script.ts'

/** The only page of our browser, and the session in which we talk to it. */
export type ChromiumPage = { readonly target: string; readonly session: string }

/** The page's routes are in the part of its address after `#`. */
export const pageUrl = (path: string): string => `${ORIGIN}/#${path}`

type TargetInfo = { readonly targetId: string; readonly type: string }

/** A busy machine answers on the pipe before its window exists, so the page is waited for. */
export async function attachToPage(devTools: DevTools): Promise<ChromiumPage> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const stop = devTools.on(({ method, params }) => {
    const { targetId, type } = (params.targetInfo ?? {}) as Partial<TargetInfo>
    if (method === 'Target.targetCreated' && type === 'page' && targetId !== undefined) resolve(targetId)
  })
  void devTools.closed.then(() => reject(new Error('The browser opened no window.')))
  try {
    // Reports the targets that already exist, too.
    const [target] = await Promise.all([promise, devTools.send('Target.setDiscoverTargets', { discover: true })])
    const wanted = { targetId: target, flatten: true }
    const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', wanted)
    return { target, session: sessionId }
  } finally {
    stop()
  }
}

const held = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

/** Routes all requests of the page to us and gives it the pipe, before it is loaded. */
export async function prepare(devTools: DevTools, { session }: ChromiumPage): Promise<void> {
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session)
  await devTools.send('Page.enable', {}, session)
  await devTools.send('Runtime.enable', {}, session)
  await devTools.send('Runtime.addBinding', { name: BINDING }, session)
  for (const source of [pageScript(`globalThis.${BINDING}`), stayScript(ORIGIN)])
    await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source }, session)
  // Frames and workers created by the page are held until their requests are intercepted too.
  await devTools.send('Target.setAutoAttach', held, session)
  // So are windows that it opens, which belong to the browser and not to the page.
  await devTools.send('Target.setAutoAttach', { ...held, filter: [{ type: 'page' }, { exclude: true }] })
  // Everything not listed here is refused without asking.
  await devTools.send('Browser.grantPermissions', {
    origin: ORIGIN,
    permissions: ['notifications', 'clipboardSanitizedWrite'],
  })
}

type WindowInfo = { readonly windowId: number; readonly bounds: Bounds & { readonly windowState?: string } }

/** The window's position, or undefined while it has none worth remembering. */
export async function windowBoundsOf(
  devTools: DevTools,
  { target }: ChromiumPage,
): Promise<Required<Bounds> | undefined> {
  try {
    const { bounds } = await devTools.send<WindowInfo>('Browser.getWindowForTarget', { targetId: target })
    const { left, top, width, height, windowState = 'normal' } = bounds
    return windowState === 'normal' && left !== undefined && top !== undefined
      ? { left, top, width, height }
      : undefined
  } catch {
    return undefined
  }
}

const SCREEN =
  '({ left: screen.availLeft, top: screen.availTop, width: screen.availWidth, height: screen.availHeight })'

/** Moves a window back whose last position is no longer on any screen. */
export async function placeOnScreen(devTools: DevTools, page: ChromiumPage): Promise<void> {
  const { targetId, session } = { targetId: page.target, session: page.session }
  const is = await windowBoundsOf(devTools, page)
  const asked = { expression: SCREEN, returnByValue: true }
  const { result } = await devTools.send<{ result: { value: Area } }>('Runtime.evaluate', asked, session)
  if (!is) return
  const wanted = fitBounds(is, result.value)
  if (isSamePlace(wanted, is)) return
  const { windowId } = await devTools.send<WindowInfo>('Browser.getWindowForTarget', { targetId })
  await devTools.send('Browser.setWindowBounds', { windowId, bounds: wanted })
}
