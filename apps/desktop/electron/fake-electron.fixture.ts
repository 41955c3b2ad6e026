import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, CustomScheme } from 'electron'
import type { MainModules } from './modules.ts'

type Answer = (given: unknown) => void
type Handlers = {
  windowOpen?: (details: { url: string }) => { action: string }
  permission?: (contents: { getURL(): string }, permission: string, answer: Answer) => void
  check?: (contents: unknown, permission: string, origin: string) => boolean
  device?: () => boolean
  request?: (details: { url: string }, answer: Answer) => void
  protocol?: readonly [string, (request: Request) => Promise<Response> | Response]
}

/** What was asked of Electron, and the handlers it was given; emitters, by which a test plays the system and the page. */
export class Seen {
  readonly did: string[] = []
  readonly outside: string[] = []
  readonly schemes: CustomScheme[] = []
  readonly handlers: Handlers = {}
  windowOptions: BrowserWindowConstructorOptions | undefined
  readonly app = new EventEmitter()
  readonly ipc = new EventEmitter()
  readonly window = new EventEmitter()
  readonly toPage = new EventEmitter()
  readonly page = Object.assign(new EventEmitter(), { mainFrame: { url: 'app://convene/', parent: null } })
}

type Choices = { readonly isFirst?: boolean }

/** Electron without a screen: it keeps what it was given. */
export function fakeElectron({ isFirst = true }: Choices = {}): { modules: MainModules; seen: Seen } {
  const seen = new Seen()
  const { did, outside, schemes, ipc } = seen
  const window = fakeWindow(seen)
  const session = fakeSession(seen)
  function BrowserWindow(options: BrowserWindowConstructorOptions) {
    seen.windowOptions = options
    return window
  }
  const modules = {
    app: fakeApp(seen, isFirst),
    BrowserWindow,
    ipcMain: ipc,
    protocol: { registerSchemesAsPrivileged: (each: CustomScheme[]) => schemes.push(...each) },
    session: {
      fromPath: (path: string) => {
        did.push(`session ${path}`)
        return session
      },
    },
    shell: { openExternal: async (url: string) => void outside.push(url) },
  }
  return { modules: modules as unknown as MainModules, seen }
}

const fakeApp = ({ app, did }: Seen, isFirst: boolean) =>
  Object.assign(app, {
    requestSingleInstanceLock: () => isFirst,
    enableSandbox: () => did.push('sandbox'),
    setAsDefaultProtocolClient: (scheme: string) => did.push(`links ${scheme}`),
    whenReady: async () => void did.push('ready'),
    setBadgeCount: (count: number) => did.push(`badge ${count}`),
    exit: (code: number) => did.push(`exit ${code}`),
  })

const fakeWindow = ({ window, page, toPage, did, handlers }: Seen) =>
  Object.assign(window, {
    webContents: Object.assign(page, {
      setWindowOpenHandler: (handler: Handlers['windowOpen']) => Object.assign(handlers, { windowOpen: handler }),
      send: (channel: string, text: string) => toPage.emit(channel, {}, text),
    }),
    loadURL: async (url: string) => void did.push(`load ${url}`),
    ...Object.fromEntries(['restore', 'show', 'focus'].map((name) => [name, () => did.push(name)])),
    ...Object.fromEntries(['isMaximized', 'isFullScreen', 'isDestroyed'].map((name) => [name, () => false])),
    isMinimized: () => true,
    getBounds: () => ({ x: 1, y: 2, width: 800, height: 600 }),
    destroy: () => window.emit('closed'),
  })

const fakeSession = ({ did, handlers }: Seen) => ({
  setPermissionRequestHandler: (permission: Handlers['permission']) => Object.assign(handlers, { permission }),
  setPermissionCheckHandler: (check: Handlers['check']) => Object.assign(handlers, { check }),
  setDevicePermissionHandler: (device: Handlers['device']) => Object.assign(handlers, { device }),
  webRequest: {
    onBeforeRequest: (filter: { urls: string[] }, request: Handlers['request']) => {
      did.push(`requests ${filter.urls}`)
      Object.assign(handlers, { request })
    },
  },
  protocol: { handle: (...protocol: NonNullable<Handlers['protocol']>) => Object.assign(handlers, { protocol }) },
})
