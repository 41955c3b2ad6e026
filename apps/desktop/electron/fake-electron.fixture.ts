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
  readonly toPage = new EventEmitter()
  /** The window that was opened last, and its page. */
  window = new EventEmitter()
  page = newPage()
}

const newPage = () => Object.assign(new EventEmitter(), { mainFrame: { url: 'app://convene/', parent: null } })

type Choices = { readonly isFirst?: boolean }

/** Electron without a screen: it keeps what it was given, and throws where Electron does. */
export function fakeElectron({ isFirst = true }: Choices = {}): { modules: MainModules; seen: Seen } {
  const seen = new Seen()
  const { did, outside, schemes, ipc } = seen
  const session = fakeSession(seen)
  function BrowserWindow(options: BrowserWindowConstructorOptions) {
    seen.windowOptions = options
    return fakeWindow(seen)
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

function fakeWindow(seen: Seen) {
  const { did, handlers, toPage } = seen
  const life = { isOver: false }
  const window = new EventEmitter()
  const setWindowOpenHandler = (windowOpen: Handlers['windowOpen']) => Object.assign(handlers, { windowOpen })
  const send = (channel: string, text: string) => toPage.emit(channel, {}, text)
  const webContents = Object.assign(newPage(), mortal(life, { setWindowOpenHandler, send }))
  const methods = {
    loadURL: async (url: string) => void did.push(`load ${url}`),
    ...Object.fromEntries(['restore', 'show', 'focus'].map((name) => [name, () => did.push(name)])),
    ...Object.fromEntries(['isMaximized', 'isFullScreen'].map((name) => [name, () => false])),
    isMinimized: () => true,
    getBounds: () => ({ x: 1, y: 2, width: 800, height: 600 }),
    destroy: () => {
      life.isOver = true
      window.emit('closed')
    },
  }
  Object.assign(seen, { window, page: webContents })
  return Object.assign(window, mortal(life, methods), { webContents, isDestroyed: () => life.isOver })
}

/** As Electron has it: whatever is asked of something that is destroyed throws, and at once. */
const mortal = (
  life: { readonly isOver: boolean },
  methods: { readonly [name: string]: (...given: never[]) => unknown },
) =>
  Object.fromEntries(
    Object.entries(methods).map(([name, act]) => [
      name,
      (...given: never[]) => {
        if (life.isOver) throw new TypeError('Object has been destroyed')
        return act(...given)
      },
    ]),
  )

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
  protocol: fakeProtocol(handlers),
})

/** One handler for a scheme: a second one is refused, and so is the end of none. */
const fakeProtocol = (handlers: Handlers) => ({
  isProtocolHandled: (scheme: string) => handlers.protocol?.[0] === scheme,
  handle: (...protocol: NonNullable<Handlers['protocol']>) => {
    if (handlers.protocol) throw new Error(`Failed to register protocol: ${protocol[0]}`)
    handlers.protocol = protocol
  },
  unhandle: (scheme: string) => {
    if (handlers.protocol?.[0] !== scheme) throw new Error(`Failed to unhandle protocol: ${scheme}`)
    delete handlers.protocol
  },
})
