import type { DevTools } from '../devtools/pipe.ts'
import { type Area, fitBounds, isSamePlace } from './fit-bounds.ts'
import { ORIGIN } from './origin.ts'
import { BINDING, pageScript, stayScript } from './page-script.ts'
import type { Bounds } from './window.ts'

/** The one page of our browser, and the session in which we speak to it. */
export type Page = { readonly target: string; readonly session: string }

/** Places of the page are in the part of its address behind `#`. */
export const addressOf = (path: string): string => `${ORIGIN}/#${path}`

type Targets = { readonly targetInfos: readonly { readonly targetId: string; readonly type: string }[] }

export async function attach(devTools: DevTools): Promise<Page> {
  const { targetInfos } = await devTools.send<Targets>('Target.getTargets')
  const target = targetInfos.find(({ type }) => type === 'page')?.targetId
  if (target === undefined) throw new Error('The browser opened no window.')
  const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId: target,
    flatten: true,
  })
  return { target, session: sessionId }
}

const held = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

/** Everything that the page asks for comes to us, and it has what it needs to call us, before it is loaded. */
export async function prepare(devTools: DevTools, { session }: Page): Promise<void> {
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session)
  await devTools.send('Page.enable', {}, session)
  await devTools.send('Runtime.enable', {}, session)
  await devTools.send('Runtime.addBinding', { name: BINDING }, session)
  for (const source of [pageScript(`globalThis.${BINDING}`), stayScript(ORIGIN)])
    await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source }, session)
  // Frames and workers that the page makes are held until their requests come to us as well.
  await devTools.send('Target.setAutoAttach', held, session)
  // So are windows that it opens, which belong to the browser and not to the page.
  await devTools.send('Target.setAutoAttach', { ...held, filter: [{ type: 'page' }, { exclude: true }] })
  await devTools.send('Target.setDiscoverTargets', { discover: true })
  // Everything that is not named here is refused without a question.
  await devTools.send('Browser.grantPermissions', {
    origin: ORIGIN,
    permissions: ['notifications', 'clipboardSanitizedWrite'],
  })
}

type WindowInfo = { readonly windowId: number; readonly bounds: Bounds & { readonly windowState?: string } }

/** Where the window is, or undefined while it has no place worth remembering. */
export async function boundsOf(devTools: DevTools, { target }: Page): Promise<Required<Bounds> | undefined> {
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

/** Brings a window back whose last place is no longer on any screen. */
export async function placeOnScreen(devTools: DevTools, page: Page): Promise<void> {
  const { targetId, session } = { targetId: page.target, session: page.session }
  const is = await boundsOf(devTools, page)
  const asked = { expression: SCREEN, returnByValue: true }
  const { result } = await devTools.send<{ result: { value: Area } }>('Runtime.evaluate', asked, session)
  if (!is) return
  const wanted = fitBounds(is, result.value)
  if (isSamePlace(wanted, is)) return
  const { windowId } = await devTools.send<WindowInfo>('Browser.getWindowForTarget', { targetId })
  await devTools.send('Browser.setWindowBounds', { windowId, bounds: wanted })
}
