import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { type DevTools, openDevTools } from '../devtools/pipe.ts'
import type { Bounds } from './bounds.ts'

/** Our own browser: private profile, one window without tabs, controlled over a pipe. */
export type Browser = {
  readonly process: ChildProcess
  readonly devTools: DevTools
  /** Resolves when the browser has exited, for whatever reason. */
  readonly ended: Promise<void>
  /** Asks the browser to exit, and kills it if it does not: a window that was closed must not stay. */
  close(): Promise<void>
}

type Launch = {
  readonly program: string
  /** A private profile: browsers rightly refuse debugging on the user's own. */
  readonly profile: string
  readonly bounds: Bounds
  readonly flags?: readonly string[]
  /** How long it may take to exit once it was asked to. */
  readonly lingerMs: number
}

/** Starts the browser. It makes no requests by itself: no update, no sync, no first run, no extension. */
export function launch({ program, profile, bounds, flags = [], lingerMs }: Launch): Browser {
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const child = spawn(
    program,
    [...quiet, ...sealed, ...place(bounds), ...asRoot(), `--user-data-dir=${profile}`, ...flags, START],
    {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve())
    child.once('exit', () => resolve())
  })
  giveUpWhereForbidden(child)
  const devTools = openDevTools(child.stdio[3] as Writable, child.stdio[4] as Readable)
  void devTools.closed.then(() => endSoon(child))
  const close = async () => {
    devTools.send('Browser.close').catch(() => undefined)
    endSoon(child, lingerMs)
    await ended
  }
  return { process: child, devTools, ended, close }
}

/** If company policy forbids debugging, the browser says so, opens an empty window and never answers. */
function giveUpWhereForbidden(child: ChildProcess): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('remote debugging is disallowed')) child.kill('SIGKILL')
  })
}

const LINGERING_MS = 5_000

/** Without its pipe the window is no longer ours and must not stay. */
function endSoon(child: ChildProcess, lingerMs = LINGERING_MS): void {
  const timer = setTimeout(() => child.kill('SIGKILL'), lingerMs)
  child.once('exit', () => clearTimeout(timer))
  if (child.exitCode !== null || child.signalCode !== null) clearTimeout(timer)
}

/** An empty page, so that nothing of ours is requested before requests are intercepted. */
const START = '--app=data:text/html,<title>Convene</title>'

/** Anything not intercepted as a request, such as a WebSocket, finds no DNS, no proxy and no way out. */
const sealed = [
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--no-proxy-server',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

const quiet = [
  '--remote-debugging-pipe',
  '--class=convene',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-background-networking',
  '--disable-background-mode',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
  '--disable-features=Translate,MediaRouter,OptimizationHints,DialMediaRouteProvider,InterestFeedContentSuggestions',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--hide-crash-restore-bubble',
]

const place = ({ left, top, width, height }: Bounds): readonly string[] => [
  `--window-size=${Math.round(width)},${Math.round(height)}`,
  ...(left !== undefined && top !== undefined ? [`--window-position=${Math.round(left)},${Math.round(top)}`] : []),
]

/** Chromium's sandbox does not start as root. For all other users it stays on. */
const asRoot = (): readonly string[] => (process.getuid?.() === 0 ? ['--no-sandbox', '--test-type'] : [])
