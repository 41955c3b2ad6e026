import { answerPipe, LEAVING } from '@convene/protocol'
import type { DevTools, DevToolsEvent, Parameters } from '../devtools/pipe.ts'
import { answerRequest, type Paused } from './answer-request.ts'
import type { ChromiumPage } from './chromium-page.ts'
import { isOurs, isWeb, ORIGIN } from './origin.ts'
import { pagePipe } from './page-pipe.ts'
import { hearScript } from './page-script.ts'
import type { WindowOptions } from './window.ts'

/** How long to wait for the URL of a window opened by the page. One without a URL makes no request. */
const ASKING_MS = 1_000
/** A page that keeps crashing is not reloaded forever. */
const MOST_CRASHES = 3

type Listening = { readonly devTools: DevTools; readonly page: ChromiumPage; readonly options: WindowOptions }

/** Answers the page's requests and messages until the returned function is called. */
export function listenToPage(devTools: DevTools, page: ChromiumPage, options: WindowOptions): () => void {
  const around = { devTools, page, options }
  const { session } = page
  let unplug = () => {}
  const plug = () => {
    unplug()
    unplug = answerPipe(pagePipe({ devTools, page, quit: options.quit }), options.answer, ORIGIN)
  }
  plug()
  const takers = [requests(around), leaving(around), crashes(around)]
  const stop = devTools.on((event) => {
    for (const take of takers) take(event)
    // A reloaded page knows nothing about the calls of the one before it.
    if (isNewPage(event, page)) plug()
    // A page that was never touched could not ask before it closes.
    if (event.method === 'Page.loadEventFired' && event.session === session) void touch(devTools, session)
  })
  return () => {
    stop()
    unplug()
  }
}

const touch = (devTools: DevTools, session: string) =>
  devTools.send('Runtime.evaluate', { expression: '0', userGesture: true }, session).catch(() => undefined)

const isNewPage = ({ method, params, session }: DevToolsEvent, page: ChromiumPage): boolean =>
  method === 'Page.frameNavigated' &&
  session === page.session &&
  (params.frame as { parentId?: string }).parentId === undefined

type TargetInfo = { readonly targetId: string; readonly type: string; readonly url: string }

/** Receives every request: of the page, and of frames, workers and windows that it opens. */
function requests({ devTools, page, options }: Listening): (event: DevToolsEvent) => void {
  const popups = new Map<string, string>()
  const close = (targetId: string) => void devTools.send('Target.closeTarget', { targetId }).catch(() => undefined)
  const meet = (params: Parameters) => {
    const { targetId, type, url } = params.targetInfo as TargetInfo
    if (targetId === page.target) return
    void admit(devTools, params.sessionId as string)
    if (type !== 'page') return
    popups.set(params.sessionId as string, targetId)
    setTimeout(() => close(targetId), isOfBrowser(url) ? 0 : ASKING_MS).unref()
  }
  const answer = (params: Parameters, session: string | undefined) => {
    void answerRequest({ devTools, session, answer: options.answer }, params)
    const popup = popups.get(session ?? '')
    sendOutside({ devTools, page, options }, params, popup)
    if (popup !== undefined) close(popup)
  }
  return ({ method, params, session }) => {
    if (method === 'Target.attachedToTarget') meet(params)
    if (method === 'Fetch.requestPaused') answer(params, session)
  }
}

/** A page of the browser itself, such as a new tab: there is only one window, and it is ours. */
const isOfBrowser = (url: string): boolean => /^(?:chrome|devtools|edge|brave):/u.test(url)

/** A frame, worker or window opened by the page: intercept its requests, then let it start. */
async function admit(devTools: DevTools, session: string): Promise<void> {
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session).catch(() => undefined)
  await devTools.send('Runtime.runIfWaitingForDebugger', {}, session).catch(() => undefined)
}

/** An external link, in the page or in a new window: there is one window, and it stays on our page. */
function sendOutside({ page, options }: Listening, params: Parameters, popup: string | undefined): void {
  const { request, resourceType, frameId } = params as unknown as Paused & { readonly frameId: string }
  const isPage = resourceType === 'Document' && (frameId === page.target || popup !== undefined)
  if (isPage && isWeb(request.url) && !isOurs(request.url)) options.openOutside(request.url)
}

/**
 * The browser would use its own dialog to ask whether to leave. The page asks instead, since it knows what is running.
 */
function leaving({ devTools, page: { session }, options }: Listening): (event: DevToolsEvent) => void {
  const decide = async () => {
    const accept = await options.mayClose()
    await devTools.send('Page.handleJavaScriptDialog', { accept }, session)
    if (!accept) await devTools.send('Runtime.evaluate', { expression: hearScript(LEAVING) }, session)
  }
  return ({ method, params, session: from }) => {
    if (method !== 'Page.javascriptDialogOpening' || from !== session || params.type !== 'beforeunload') return
    decide().catch(() => undefined)
  }
}

/** A crashed page is reloaded: everything it showed is in the log. */
function crashes({ devTools, page: { target, session } }: Listening): (event: DevToolsEvent) => void {
  let count = 0
  return ({ method, params }) => {
    if (method !== 'Target.targetCrashed' || params.targetId !== target) return
    count += 1
    const word = count > MOST_CRASHES ? devTools.send('Browser.close') : devTools.send('Page.reload', {}, session)
    word.catch(() => undefined)
  }
}
