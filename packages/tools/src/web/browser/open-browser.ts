import { ok, type Result, refuse } from '@convene/domain'
import type { AbortSignal } from '@convene/engine'
import type { Browser } from 'playwright-core'
import { startDeadline } from '../guard/deadline.ts'
import type { GuardOptions, WebResponse } from '../guard/guarded-request.ts'
import { renderPage } from './render-page.ts'

/** A browser that renders pages that are already fetched. */
export type PageBrowser = {
  /** The page as HTML, after its scripts have run. Everything the browser loads goes through the guard. */
  render(page: WebResponse, signal: AbortSignal): Promise<Result<WebResponse>>
  close(): Promise<void>
}

export type BrowserOptions = {
  readonly program: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly guard: GuardOptions
}

const START_MS = 20_000
const RENDER_MS = 25_000

/** Whether the browser can use its own sandbox. As root, it cannot. */
export const hasBrowserSandbox = (): boolean => process.getuid?.() !== 0

/** Starts a browser with an empty profile, without the user's secrets and without direct network access. */
export async function openPageBrowser(options: BrowserOptions): Promise<Result<PageBrowser>> {
  try {
    const browser = await launch(options)
    return ok({
      render: (page, signal) => render(browser, page, options.guard, signal),
      close: () => browser.close().catch(() => {}),
    })
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('\n') : [String(error)]
    return refuse('no-browser', `The browser could not be started: ${reason.slice(0, 200)}`)
  }
}

async function launch({ program, environment }: BrowserOptions): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: program,
    headless: true,
    chromiumSandbox: hasBrowserSandbox(),
    timeout: START_MS,
    env: keptOf(environment),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // Requests that slip past the interception go to a closed port, and cannot resolve names.
    proxy: { server: 'http://127.0.0.1:9' },
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-sync',
      '--disable-gpu',
      '--no-pings',
      '--no-first-run',
    ],
  })
}

/** Only what a program needs to run: the environment may contain the user's keys. */
function keptOf(environment: BrowserOptions['environment']): Record<string, string> {
  const names = [
    'PATH',
    'HOME',
    'USERPROFILE',
    'SYSTEMROOT',
    'TMPDIR',
    'TEMP',
    'TMP',
    'LANG',
    'LD_LIBRARY_PATH',
    'XDG_RUNTIME_DIR',
  ]
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

async function render(
  browser: Browser,
  page: WebResponse,
  guard: GuardOptions,
  signal: AbortSignal,
): Promise<Result<WebResponse>> {
  const deadline = startDeadline(guard.timeoutMs ?? RENDER_MS, signal)
  const context = await browser
    .newContext({ serviceWorkers: 'block', acceptDownloads: false, locale: 'en-US' })
    .catch(() => undefined)
  if (!context) return refuse('browser-gone', 'The browser has ended.')
  try {
    return ok(await deadline.race(renderPage(context, page, guard, deadline.signal)))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : ''
    return refuse('not-rendered', `The page could not be rendered${deadline.ended ? ' in time' : `: ${reason}`}`)
  } finally {
    deadline.clear()
    await context.close().catch(() => {})
  }
}
