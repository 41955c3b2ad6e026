import { join } from 'node:path'
import { answerPipe } from '@convene/protocol'
import type { Bounds } from '../browser/bounds.ts'
import { type Area, fitBounds, isSamePlace } from '../window/fit-bounds.ts'
import { isWeb } from '../window/origin.ts'
import { hearScript, pageScript } from '../window/page-script.ts'
import { textPipe } from '../window/text-pipe.ts'
import type { WindowOptions } from '../window/window.ts'
import type { Application, Monitor, NativeWindow, WebContext, Webview, WebviewModule } from './module.ts'
import { addressOf, isMadeByUs, isOurs, ORIGIN, SCHEME } from './webview-origin.ts'

/** The page of a hidden window. */
export const BLANK = 'about:blank'

/** The only native window of this process, with its page. */
export type NativePage = {
  readonly application: Application
  readonly native: NativeWindow
  readonly webview: Webview
  /** Must live as long as the page that stores its data there. */
  readonly context: WebContext
  /** The user wants to close the window, which stays until we hide it. */
  onClose(): unknown
  /** Shows it again with new options. */
  show(options: WindowOptions): void
}

export function openNativePage(
  { Application }: WebviewModule,
  options: WindowOptions,
  automation: boolean,
): NativePage {
  let current = options
  const application = new Application()
  const native = application.createBrowserWindow({ title: 'Convene', logical: true, ...placeOf(options.bounds) })
  const dataDirectory = join(options.folder, 'webview')
  const context = application.createWebContext({ dataDirectory, allowsAutomation: automation })
  const webview = pageIn(native, context, () => current)
  connect(webview, () => current)
  fitToScreen(native)
  const stage: NativePage = {
    application,
    native,
    webview,
    context,
    onClose: () => undefined,
    show: (next) => {
      current = next
      webview.loadUrl(addressOf(next.path))
      native.show()
      native.focus()
    },
  }
  native.on('close', (event) => {
    event.preventDefault()
    stage.onClose()
  })
  return stage
}

const placeOf = ({ left, top, width, height }: Bounds) =>
  left !== undefined && top !== undefined ? { width, height, x: left, y: top } : { width, height }

/** The page, which cannot navigate elsewhere: external links open in the user's own browser. */
function pageIn(native: NativeWindow, webContext: WebContext, current: () => WindowOptions): Webview {
  const leave = leaving((url) => current().openOutside(url))
  native.registerProtocol(SCHEME, (request) => (isOurs(request.url) ? current().answer(request) : refused()))
  const webview = native.createWebview({
    url: addressOf(current().path),
    preload: pageScript('(text) => globalThis.ipc.postMessage(text)'),
    enableDevtools: false,
    webContext,
    navigationHandler: (url) => {
      if (isOurs(url) || isMadeByUs(url) || url === BLANK) return true
      leave(url)
      return false
    },
    newWindowHandler: ({ url = '' }) => {
      leave(url)
      return false
    },
  })
  webview.on('title-changed', ({ title }) => native.setTitle(title || 'Convene'))
  return webview
}

const refused = (): Response => new Response('', { status: 403 })

/** Systems ask twice about one window that the page wants to open, but it must open once. */
function leaving(openOutside: (url: string) => void): (url: string) => void {
  let last = ''
  return (url) => {
    if (!isWeb(url) || isOurs(url) || url === last) return
    last = url
    setTimeout(() => {
      last = ''
    }, 500).unref()
    openOutside(url)
  }
}

/** Answers the page's calls. A reloaded page knows nothing about the calls of the one before it. */
function connect(webview: Webview, current: () => WindowOptions): void {
  const takers = new Set<(text: string) => void>()
  webview.onIpcMessage(({ body, uri }) => {
    if (!isOurs(uri)) return
    const text = Buffer.from(body).toString('utf8')
    for (const take of takers) take(text)
  })
  const pipe = textPipe({
    quit: (pause) => current().quit(pause),
    say: (text) => webview.evaluateScript(hearScript(text)),
    hear: (take) => {
      takers.add(take)
      return () => takers.delete(take)
    },
  })
  const plug = () => answerPipe(pipe, (request) => current().answer(request), ORIGIN)
  let unplug = plug()
  webview.on('page-load-started', () => {
    unplug()
    unplug = plug()
  })
}

/** Moves a window back whose last position is no longer on any screen. */
function fitToScreen(native: NativeWindow): void {
  const monitor = native.getCurrentMonitor() ?? native.getPrimaryMonitor()
  if (!monitor) return
  const { x, y } = native.getPosition(true)
  const is = { ...native.getInnerSize(true), left: x, top: y }
  const wanted = fitBounds(is, areaOf(monitor))
  if (isSamePlace(wanted, is)) return
  native.setSize(wanted.width, wanted.height, true)
  native.setPosition(wanted.left, wanted.top, true)
}

const areaOf = ({ position, size, scaleFactor }: Monitor): Area => ({
  left: position.x / scaleFactor,
  top: position.y / scaleFactor,
  width: size.width / scaleFactor,
  height: size.height / scaleFactor,
})
