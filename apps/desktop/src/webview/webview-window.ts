import { answerPipe } from '@convene/protocol'
import { hearScript, pageScript } from '../window/page-script.ts'
import { textPipe } from '../window/text-pipe.ts'
import type { Bounds, OpenWindow, Window, WindowOptions } from '../window/window.ts'
import type { NativeWindow, Webview, WebviewModule } from './module.ts'

/** The page's own scheme. Windows shows it to the page as a name under `localhost`, which no network answers. */
const SCHEME = 'app'
const ORIGIN = `${SCHEME}://localhost`
const ours: readonly string[] = [ORIGIN, `http://${SCHEME}.localhost`, `https://${SCHEME}.localhost`]

const isOurs = (url: string): boolean => ours.some((origin) => url === origin || url.startsWith(`${origin}/`))
const isWeb = (url: string): boolean => /^https?:\/\//u.test(url)
const addressOf = (path: string): string => `${ORIGIN}/#${path}`

/** Each turn of the pump delivers what the page has said: a person must not feel it. */
const PUMP_MS = 8

/** The system's own webview shows the window. */
export const webviewWindow =
  ({ Application }: WebviewModule): OpenWindow =>
  async (options) => {
    const application = new Application()
    const { left, top, width, height } = options.bounds
    const placed = left !== undefined && top !== undefined ? { x: left, y: top } : {}
    const native = application.createBrowserWindow({ title: 'Convene', width, height, ...placed })
    const webview = pageIn(native, options)
    const forget = connect(webview, options)
    const gone = Promise.withResolvers<void>()
    const close = () => {
      forget()
      application.exit()
      gone.resolve()
    }
    native.on('close', close)
    application.run({ interval: PUMP_MS })
    return windowOf({ native, webview, closed: gone.promise, close })
  }

/** The page, which can go nowhere else: links that lead away are opened by the person's own browser. */
function pageIn(native: NativeWindow, { path, answer, openOutside }: WindowOptions): Webview {
  const stays = (url: string): boolean => {
    if (isOurs(url)) return true
    if (isWeb(url)) openOutside(url)
    return false
  }
  native.registerProtocol(SCHEME, (request) => (isOurs(request.url) ? answer(request) : refused()))
  const webview = native.createWebview({
    url: addressOf(path),
    preload: pageScript('(text) => globalThis.ipc.postMessage(text)'),
    enableDevtools: false,
    navigationHandler: stays,
    newWindowHandler: (url) => {
      if (isWeb(url) && !isOurs(url)) openOutside(url)
      return false
    },
  })
  webview.on('title-changed', ({ title }) => native.setTitle(title || 'Convene'))
  return webview
}

const refused = (): Response => new Response('', { status: 403 })

/** Answers the page's calls; a page that was loaded again knows nothing of what the one before it had open. */
function connect(webview: Webview, { answer, quit }: WindowOptions): () => void {
  const takers = new Set<(text: string) => void>()
  webview.onIpcMessage(({ body, uri }) => {
    if (!isOurs(uri)) return
    const text = Buffer.from(body).toString('utf8')
    for (const take of takers) take(text)
  })
  const pipe = textPipe({
    quit,
    say: (text) => webview.evaluateScript(hearScript(text)),
    hear: (take) => {
      takers.add(take)
      return () => takers.delete(take)
    },
  })
  let unplug = answerPipe(pipe, answer, ORIGIN)
  webview.on('page-load-started', () => {
    unplug()
    unplug = answerPipe(pipe, answer, ORIGIN)
  })
  return () => unplug()
}

type Shown = {
  readonly native: NativeWindow
  readonly webview: Webview
  readonly closed: Promise<void>
  close(): void
}

function windowOf({ native, webview, closed, close }: Shown): Window {
  return {
    closed,
    go: async (path) => webview.loadUrl(addressOf(path)),
    raise: async () => {
      native.show()
      native.focus()
    },
    bounds: async () => boundsOf(native),
    close: async () => close(),
  }
}

function boundsOf(native: NativeWindow): Bounds | undefined {
  const position = native.getPosition()
  if (native.isMaximized() || !position) return undefined
  const scale = native.scaleFactor()
  return { ...native.getSize(), left: Math.round(position.x / scale), top: Math.round(position.y / scale) }
}
