import { join } from 'node:path'
import { answerPipe } from '@convene/protocol'
import { type Browser, launch } from '../browser/launch.ts'
import type { DevTools, DevToolsEvent, Parameters } from '../devtools/pipe.ts'
import { answerRequest, type Paused } from './answer-request.ts'
import { isOurs, ORIGIN } from './origin.ts'
import { pagePipe } from './page-pipe.ts'
import { BINDING, pageScript } from './page-script.ts'
import type { Bounds, OpenWindow, Window, WindowOptions } from './window.ts'

/** A browser of the Chromium family shows the window. */
export interface ChromiumWindow extends Window {
  /** A word of the DevTools protocol to the page. */
  send<Result>(method: string, params?: Parameters): Promise<Result>
  readonly process: number | undefined
}

type Chromium = {
  readonly program: string
  readonly flags?: readonly string[]
  /** How long it may take until it answers: where debugging is forbidden, a browser never does. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 30_000

/** Places of the page are in the part of its address behind `#`. */
const addressOf = (path: string): string => `${ORIGIN}/#${path}`

type Page = { readonly target: string; readonly session: string }

/** Opens windows in this browser. Nothing of the page is loaded before all its requests come to us. */
export const chromiumWindow =
  ({ program, flags = [], patienceMs = PATIENCE_MS }: Chromium): OpenWindow<ChromiumWindow> =>
  async (options) => {
    const { folder, bounds } = options
    const browser = launch({ program, profile: join(folder, 'profile'), bounds, flags })
    const timer = setTimeout(() => browser.process.kill('SIGKILL'), patienceMs)
    try {
      return await openIn(browser, options)
    } catch (error) {
      browser.process.kill('SIGKILL')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

async function openIn(browser: Browser, options: WindowOptions): Promise<ChromiumWindow> {
  const { devTools } = browser
  const page = await attach(devTools)
  const forget = listen(devTools, page, options)
  await prepare(devTools, page)
  await devTools.send('Page.navigate', { url: addressOf(options.path) }, page.session)
  const gone = whenGone(devTools, page.target).then(async () => {
    forget()
    await devTools.send('Browser.close').catch(() => undefined)
    await devTools.closed
  })
  return {
    send: (method, params = {}) => devTools.send(method, params, page.session),
    process: browser.process.pid,
    closed: Promise.race([gone, devTools.closed]),
    go: async (to) => {
      await devTools.send('Page.navigate', { url: addressOf(to) }, page.session)
    },
    raise: async () => {
      await devTools.send('Page.bringToFront', {}, page.session)
    },
    bounds: () => boundsOf(devTools, page),
    close: async () => {
      await devTools.send('Browser.close').catch(() => undefined)
      await devTools.closed
    },
  }
}

type Targets = { readonly targetInfos: readonly { readonly targetId: string; readonly type: string }[] }

async function attach(devTools: DevTools): Promise<Page> {
  const { targetInfos } = await devTools.send<Targets>('Target.getTargets')
  const target = targetInfos.find(({ type }) => type === 'page')?.targetId
  if (target === undefined) throw new Error('The browser opened no window.')
  const { sessionId } = await devTools.send<{ sessionId: string }>('Target.attachToTarget', {
    targetId: target,
    flatten: true,
  })
  return { target, session: sessionId }
}

async function prepare(devTools: DevTools, { session }: Page): Promise<void> {
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session)
  await devTools.send('Page.enable', {}, session)
  await devTools.send('Runtime.enable', {}, session)
  await devTools.send('Runtime.addBinding', { name: BINDING }, session)
  await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source: pageScript(`globalThis.${BINDING}`) }, session)
  // Frames and workers that the page makes are held until their requests come to us as well.
  await devTools.send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    session,
  )
  // So are windows that it opens, which belong to the browser and not to the page.
  const windows = [{ type: 'page' }, { exclude: true }]
  await devTools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: windows,
  })
  await devTools.send('Target.setDiscoverTargets', { discover: true })
  await devTools.send('Browser.grantPermissions', {
    origin: ORIGIN,
    permissions: ['notifications', 'clipboardReadWrite'],
  })
}

function listen(devTools: DevTools, page: Page, options: WindowOptions): () => void {
  const { answer, quit } = options
  const { session } = page
  let unplug = () => {}
  const plug = () => {
    unplug()
    unplug = answerPipe(pagePipe({ devTools, session, quit }), answer, ORIGIN)
  }
  plug()
  const popups = new Map<string, string>()
  const stop = devTools.on((event) => {
    const { method, params, session: from } = event
    if (method === 'Fetch.requestPaused') {
      void answerRequest({ devTools, session: from, answer }, params)
      sendOutside(page, params, options, popups.get(from ?? ''))
    }
    if (method === 'Target.attachedToTarget' && !isThis(page, params)) void admitChild(devTools, params, popups)
    if (method === 'Fetch.requestPaused' && popups.has(from ?? ''))
      void devTools.send('Target.closeTarget', { targetId: popups.get(from ?? '') }).catch(() => undefined)
    // A page that was loaded again knows nothing of what the one before it had open.
    if (isNewPage(event, page)) plug()
  })
  return () => {
    stop()
    unplug()
  }
}

const isNewPage = ({ method, params, session }: DevToolsEvent, page: Page): boolean =>
  method === 'Page.frameNavigated' &&
  session === page.session &&
  (params.frame as { parentId?: string }).parentId === undefined

const isThis = ({ target }: Page, { targetInfo }: Parameters): boolean => (targetInfo as TargetInfo).targetId === target

type TargetInfo = { readonly targetId: string; readonly type: string }

/** A frame, a worker or a window that the page opens: its requests come to us, then it may begin. */
async function admitChild(devTools: DevTools, params: Parameters, popups: Map<string, string>): Promise<void> {
  const session = params.sessionId as string
  const { targetId, type } = params.targetInfo as TargetInfo
  if (type === 'page') popups.set(session, targetId)
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session).catch(() => undefined)
  await devTools.send('Runtime.runIfWaitingForDebugger', {}, session).catch(() => undefined)
}

/** A link that leads away, in the page or in a window of its own: there is one window, and it stays on us. */
function sendOutside(page: Page, params: Parameters, { openOutside }: WindowOptions, popup: string | undefined): void {
  const { request, resourceType, frameId } = params as unknown as Paused & { readonly frameId: string }
  const isPage = resourceType === 'Document' && (frameId === page.target || popup !== undefined)
  if (isPage && isWeb(request.url) && !isOurs(request.url)) openOutside(request.url)
}

const isWeb = (url: string): boolean => /^https?:\/\//u.test(url)

function whenGone(devTools: DevTools, target: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = devTools.on(({ method, params }) => {
      if (method !== 'Target.targetDestroyed' || params.targetId !== target) return
      stop()
      resolve()
    })
  })
}

async function boundsOf(devTools: DevTools, { target }: Page): Promise<Bounds | undefined> {
  try {
    const { bounds } = await devTools.send<{ bounds: Bounds & { windowState?: string } }>(
      'Browser.getWindowForTarget',
      {
        targetId: target,
      },
    )
    const { left, top, width, height, windowState } = bounds
    const isPlain = windowState === undefined || windowState === 'normal'
    return isPlain && left !== undefined && top !== undefined ? { left, top, width, height } : undefined
  } catch {
    return undefined
  }
}
