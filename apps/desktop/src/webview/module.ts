import type { Answering } from '@convene/protocol'

/** The part of `@webviewjs/webview` we use. Not a dependency: it is loaded if the user has installed it and it runs. */
export type WebviewModule = { readonly Application: new () => Application }

export interface Application {
  createBrowserWindow(options: {
    readonly title: string
    readonly width: number
    readonly height: number
    readonly x?: number
    readonly y?: number
    /** Sizes and positions are in logical pixels. */
    readonly logical: true
  }): NativeWindow
  /** Where pages store their data. Only one that allows automation can be driven from outside. */
  createWebContext(options: { readonly dataDirectory: string; readonly allowsAutomation: boolean }): WebContext
  /** Starts pumping system events and returns at once. */
  run(options?: { readonly interval?: number }): void
  /** Stops pumping. Windows stay as they are. */
  stop(): void
}

export type WebContext = { dispose(): void }

type Size = { readonly width: number; readonly height: number }
type Position = { readonly x: number; readonly y: number }

export interface NativeWindow {
  /** Must be called before the webview is created. */
  registerProtocol(scheme: string, handler: Answering): void
  createWebview(options: WebviewSettings): Webview
  on(event: 'close', listen: (event: { preventDefault(): void }) => void): unknown
  setTitle(title: string): void
  show(): void
  hide(): void
  focus(): void
  isMaximized(): boolean
  getInnerSize(logical: true): Size
  getPosition(logical: true): Position
  setSize(width: number, height: number, logical: true): unknown
  setPosition(x: number, y: number, logical: true): void
  /** The window's screen, in physical pixels. */
  getCurrentMonitor(): Monitor | null
  getPrimaryMonitor(): Monitor | null
}

export type Monitor = { readonly scaleFactor: number; readonly size: Size; readonly position: Position }

export type WebviewSettings = {
  readonly url: string
  readonly preload: string
  readonly enableDevtools: boolean
  readonly webContext: WebContext
  /** Whether the page may navigate there. Called beforehand, on some systems also for windows it opens. */
  readonly navigationHandler: (url: string) => boolean
  /** Whether the page may open a window. */
  readonly newWindowHandler: (event: { readonly url?: string }) => boolean
}

export interface Webview {
  onIpcMessage(handle: (message: { readonly body: Uint8Array; readonly uri: string }) => void): void
  on(event: 'page-load-started' | 'title-changed', listen: (event: { readonly title?: string }) => void): unknown
  evaluateScript(script: string): void
  loadUrl(url: string): void
}

/** The module, or why it does not run here. */
export type Loaded = { readonly module: WebviewModule } | { readonly why: string }

/** Loads the native webview if it is installed: its binary needs a recent system. */
export async function loadWebview(load: () => Promise<unknown> = installed): Promise<Loaded> {
  try {
    const module = (await load()) as Partial<WebviewModule>
    if (typeof module.Application !== 'function') return { why: 'The native webview has an unsupported version.' }
    return { module: module as WebviewModule }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ERR_MODULE_NOT_FOUND') return { why: 'The native webview is not installed.' }
    return { why: `The native webview does not run here: ${message.split('\n')[0]}` }
  }
}

/** A name that a bundler cannot resolve: only the running machine knows whether it is installed. */
const PACKAGE: string = '@webviewjs/webview'
const installed = (): Promise<unknown> => import(PACKAGE)
