import { answerPipe, LEAVING } from '@convene/protocol'
import type { DevTools, DevToolsEvent, Parameters } from '../devtools/pipe.ts'
import { answerRequest, type Paused } from './answer-request.ts'
import type { Page } from './chromium-page.ts'
import { isOurs, isWeb, ORIGIN } from './origin.ts'
import { pagePipe } from './page-pipe.ts'
import { hearScript } from './page-script.ts'
import type { WindowOptions } from './window.ts'

/** A window that the page opens is there until it has said where it leads; one that leads nowhere asks for nothing. */
const ASKING_MS = 1_000
/** A page that fails again and again is not loaded for ever. */
const MOST_CRASHES = 3

type Listening = { readonly devTools: DevTools; readonly page: Page; readonly options: WindowOptions }

/** Answers what the page asks for and says, until the returned function is called. */
export function listen(devTools: DevTools, page: Page, options: WindowOptions): () => void {
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
    // A page that was loaded again knows nothing of what the one before it had open.
    if (isNewPage(event, page)) plug()
    // A page that nobody has touched yet could not ask before it is closed.
    if (event.method === 'Page.loadEventFired' && event.session === session) void touch(devTools, session)
  })
  return () => {
    stop()
    unplug()
  }
}

const touch = (devTools: DevTools, session: string) =>
  devTools.send('Runtime.evaluate', { expression: '0', userGesture: true }, session).catch(() => undefined)

const isNewPage = ({ method, params, session }: DevToolsEvent, page: Page): boolean =>
  method === 'Page.frameNavigated' &&
  session === page.session &&
  (params.frame as { parentId?: string }).parentId === undefined

type TargetInfo = { readonly targetId: string; readonly type: string; readonly url: string }

/** Every request comes here: of the page, and of frames, workers and windows that it opens. */
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

/** A page of the browser itself, such as a new tab: it has one window, and that is ours. */
const isOfBrowser = (url: string): boolean => /^(?:chrome|devtools|edge|brave):/u.test(url)

/** A frame, a worker or a window that the page opens: its requests come to us, then it may begin. */
async function admit(devTools: DevTools, session: string): Promise<void> {
  await devTools.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session).catch(() => undefined)
  await devTools.send('Runtime.runIfWaitingForDebugger', {}, session).catch(() => undefined)
}

/** A link that leads away, in the page or in a window of its own: there is one window, and it stays on us. */
function sendOutside({ page, options }: Listening, params: Parameters, popup: string | undefined): void {
  const { request, resourceType, frameId } = params as unknown as Paused & { readonly frameId: string }
  const isPage = resourceType === 'Document' && (frameId === page.target || popup !== undefined)
  if (isPage && isWeb(request.url) && !isOurs(request.url)) options.openOutside(request.url)
}

/** The browser would ask in its own words whether to leave; the page asks instead, and knows what runs. */
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

/** A page whose process has failed is loaded again: what it showed is in the log. */
function crashes({ devTools, page: { target, session } }: Listening): (event: DevToolsEvent) => void {
  let count = 0
  return ({ method, params }) => {
    if (method !== 'Target.targetCrashed' || params.targetId !== target) return
    count += 1
    const word = count > MOST_CRASHES ? devTools.send('Browser.close') : devTools.send('Page.reload', {}, session)
    word.catch(() => undefined)
  }
}
