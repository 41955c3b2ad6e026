import { join } from 'node:path'
import { freeProfile } from '../browser/free-profile.ts'
import { type Browser, launch } from '../browser/launch.ts'
import { writePreferences } from '../browser/write-preferences.ts'
import type { DevTools, Parameters } from '../devtools/pipe.ts'
import { attachToPage, type ChromiumPage, pageUrl, placeOnScreen, prepare, windowBoundsOf } from './chromium-page.ts'
import { listenToPage } from './listen-page.ts'
import type { AppWindow, OpenWindow, WindowOptions } from './window.ts'

/** A window shown by a Chromium-based browser. */
export interface ChromiumWindow extends AppWindow {
  /** Sends a DevTools command to the page. */
  send<Result>(method: string, params?: Parameters): Promise<Result>
  readonly process: number | undefined
}

type Chromium = {
  readonly program: string
  readonly flags?: readonly string[]
  /** How long it may be silent: if debugging is forbidden, a browser never answers. */
  readonly patienceMs?: number
  /** How long it may take to exit once it was asked to. */
  readonly lingerMs?: number
}

/** A browser's first start on a busy machine takes more than half a minute. */
const PATIENCE_MS = 90_000
/** A browser that was asked to close still writes its profile. */
const LINGER_MS = 15_000

/** Opens windows in this browser. Nothing of the page is loaded before all its requests are intercepted. */
export const chromiumWindow =
  ({ program, flags = [], patienceMs = PATIENCE_MS, lingerMs = LINGER_MS }: Chromium): OpenWindow<ChromiumWindow> =>
  async (options) => {
    const { folder, bounds } = options
    const profile = join(folder, 'profile')
    await freeProfile(profile)
    writePreferences(profile)
    const browser = launch({ program, profile, bounds, flags, lingerMs })
    const timer = setTimeout(() => browser.process.kill('SIGKILL'), patienceMs)
    const unheard = browser.devTools.on(() => void timer.refresh())
    try {
      return await openIn(browser, options)
    } catch (error) {
      browser.process.kill('SIGKILL')
      throw error
    } finally {
      unheard()
      clearTimeout(timer)
    }
  }

async function openIn(browser: Browser, options: WindowOptions): Promise<ChromiumWindow> {
  const { devTools, ended, close } = browser
  const page = await attachToPage(devTools)
  const forget = listenToPage(devTools, page, options)
  await prepare(devTools, page)
  await placeOnScreen(devTools, page)
  await devTools.send('Page.navigate', { url: pageUrl(options.path) }, page.session)
  // On some systems the browser outlives its last window, although it has nothing left to do.
  void whenGone(devTools, page.target).then(close)
  return windowOf({ browser, page, closed: ended.finally(forget) })
}

type Shown = {
  readonly browser: Browser
  readonly page: ChromiumPage
  readonly closed: Promise<void>
}

function windowOf({ browser: { devTools, process, close }, page, closed }: Shown): ChromiumWindow {
  return {
    send: (method, params = {}) => devTools.send(method, params, page.session),
    process: process.pid,
    closed,
    go: async (to) => {
      await devTools.send('Page.navigate', { url: pageUrl(to) }, page.session)
    },
    raise: async () => {
      await devTools.send('Page.bringToFront', {}, page.session)
    },
    bounds: () => windowBoundsOf(devTools, page),
    close,
  }
}

function whenGone(devTools: DevTools, target: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = devTools.on(({ method, params }) => {
      if (method !== 'Target.targetDestroyed' || params.targetId !== target) return
      stop()
      resolve()
    })
  })
}
