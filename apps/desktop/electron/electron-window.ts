import { join } from 'node:path'
import { type Answering, answerPipe, LEAVING } from '@convene/protocol'
import type { BrowserWindow, IpcMainEvent, Session, WebPreferences } from 'electron'
import { textPipe } from '../src/window/text-pipe.ts'
import type { Bounds, OpenWindow, WindowOptions } from '../src/window/window.ts'
import { HEAR, SEND } from './channels.ts'
import { guardPage, guardSession } from './guard-page.ts'
import type { MainModules } from './modules.ts'
import { addressOf, isOurs, ORIGIN, SCHEME } from './origin.ts'

/** The page is as far from the system as Electron can keep it. */
const apart: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  devTools: false,
  // The checker would fetch its dictionaries from a network.
  spellcheck: false,
}

/** Electron shows the window. `preload` is the file of the preload script. */
export const electronWindow =
  (modules: MainModules, preload: string): OpenWindow =>
  async (options) => {
    const { folder, answer, bounds, openOutside, path } = options
    const session = modules.session.fromPath(join(folder, 'electron'))
    guardSession(session)
    answerScheme(session, answer)
    const window = new modules.BrowserWindow({
      ...placeOf(bounds),
      title: 'Convene',
      autoHideMenuBar: true,
      webPreferences: { ...apart, session, preload },
    })
    guardPage(window.webContents, openOutside)
    askBeforeLeaving(window, options)
    showBadge(modules, window)
    const forget = connect(modules, window, options)
    const closed = new Promise<void>((resolve) => {
      window.once('closed', () => {
        forget()
        resolve()
      })
    })
    await window.loadURL(addressOf(path))
    return {
      closed,
      go: async (to) => window.loadURL(addressOf(to)),
      raise: async () => raise(window),
      bounds: async () => boundsOf(window),
      close: async () => {
        if (!window.isDestroyed()) window.destroy()
      },
    }
  }

/** Answers the page's requests. The session outlives its windows, and refuses a second handler. */
function answerScheme({ protocol }: Session, answer: Answering): void {
  if (protocol.isProtocolHandled(SCHEME)) protocol.unhandle(SCHEME)
  protocol.handle(SCHEME, (request) => (isOurs(request.url) ? answer(request) : new Response('', { status: 403 })))
}

const placeOf = ({ left, top, width, height }: Bounds) =>
  left !== undefined && top !== undefined ? { x: left, y: top, width, height } : { width, height }

/** Answers the page's calls; a page that was loaded again knows nothing of what the one before it had open. */
function connect({ ipcMain }: MainModules, window: BrowserWindow, { answer, quit }: WindowOptions): () => void {
  const { webContents } = window
  const takers = new Set<(text: string) => void>()
  const hear = (event: IpcMainEvent, text: unknown) => {
    if (event.sender !== webContents || !isFromPage(event) || typeof text !== 'string') return
    for (const take of takers) take(text)
  }
  ipcMain.on(SEND, hear)
  const pipe = textPipe({
    quit,
    say: (text) => {
      if (!window.isDestroyed()) webContents.send(HEAR, text)
    },
    hear: (take) => {
      takers.add(take)
      return () => takers.delete(take)
    },
  })
  let unplug = answerPipe(pipe, answer, ORIGIN)
  webContents.on('did-navigate', () => {
    unplug()
    unplug = answerPipe(pipe, answer, ORIGIN)
  })
  return () => {
    ipcMain.off(SEND, hear)
    unplug()
  }
}

/** The page itself, and no frame inside it or after it. */
const isFromPage = ({ senderFrame }: IpcMainEvent): boolean =>
  senderFrame !== null && senderFrame.parent === null && isOurs(senderFrame.url)

/** While something runs here the window stays, and its page is told to ask. */
function askBeforeLeaving(window: BrowserWindow, { mayClose }: WindowOptions): void {
  const { webContents } = window
  window.on('close', async (event) => {
    event.preventDefault()
    const mayGo = await mayClose()
    if (window.isDestroyed()) return
    if (mayGo) window.destroy()
    else webContents.send(HEAR, LEAVING)
  })
  // A page that wants to stay could not be loaded again.
  webContents.on('will-prevent-unload', (event) => event.preventDefault())
}

/** The page counts in its title what waits for a person: `(2) Convene`. */
function showBadge({ app }: MainModules, { webContents }: BrowserWindow): void {
  webContents.on('page-title-updated', (_event, title) => {
    app.setBadgeCount(Number(/^\((\d+)\) /u.exec(title)?.[1] ?? 0))
  })
}

function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

function boundsOf(window: BrowserWindow): Bounds | undefined {
  if (window.isDestroyed() || window.isMaximized() || window.isMinimized() || window.isFullScreen()) return undefined
  const { x, y, width, height } = window.getBounds()
  return { left: x, top: y, width, height }
}
