import { join } from 'node:path'
import type { Program } from '@convene/host'
import { continueRuns, createApp } from '@convene/server'
import type { InstanceCalls } from '../instance/calls.ts'
import type { InstanceCall } from '../instance/instance.ts'
import { pathOfSession } from '../window/deep-link.ts'
import { rememberBounds, rememberedBounds } from '../window/remember-bounds.ts'
import type { AppWindow, WindowOptions } from '../window/window.ts'
import type { DesktopOptions } from './desktop-options.ts'
import { isRunning } from './live-runs.ts'

/** How a window was left: without a choice, with a request to pause running work, or it never opened. */
export type Left = 'closed' | 'pause' | 'not opened'

const LOOK_AT_PLACE_MS = 2_000
const MOST_SESSIONS = 1_000
/** Closing a window twice within this time is final, even if its page can no longer ask. */
const INSISTING_MS = 5_000

/** Shows the window until it is closed. In the meantime, runs without a process continue here. */
export async function showWindow<Shown extends AppWindow>(
  options: DesktopOptions<Shown>,
  folder: string,
  calls: InstanceCalls,
): Promise<Left> {
  const { program, assets, openOutside, stop } = options
  const app = createApp({ program, assets })
  const stopResuming = continueRuns(program)
  const file = join(folder, 'bounds.json')
  let left: Left = 'closed'
  let window: AppWindow | undefined
  const shown: WindowOptions = {
    folder,
    bounds: rememberedBounds(file),
    path: options.path ?? (await whereNeeded(program)),
    answer: app.fetch,
    openOutside,
    mayClose: asking(program),
    quit: (pause) => {
      if (pause) left = 'pause'
      void window?.close()
    },
  }
  try {
    window = await openIn(options, shown)
    if (!window) return 'not opened'
    await whileOpen(window, { calls, file, stop })
    return left
  } finally {
    stopResuming()
    app.close()
  }
}

async function openIn<Shown extends AppWindow>(
  { open, opened }: DesktopOptions<Shown>,
  shown: WindowOptions,
): Promise<AppWindow | undefined> {
  try {
    const window = await open(shown)
    opened?.(window)
    return window
  } catch {
    // The browser does not start, is too old, or is not allowed: the caller falls back and says so.
    return undefined
  }
}

type WindowContext = { readonly calls: InstanceCalls; readonly file: string; readonly stop: AbortSignal | undefined }

async function whileOpen(window: AppWindow, { calls, file, stop }: WindowContext): Promise<void> {
  const close = () => void window.close()
  if (stop?.aborted) close()
  stop?.addEventListener('abort', close, { once: true })
  const forget = calls.attend((call) => void show(window, call).catch(() => undefined))
  const looking = setInterval(() => void keepPlace(window, file), LOOK_AT_PLACE_MS)
  await window.closed
  clearInterval(looking)
  forget()
  stop?.removeEventListener('abort', close)
}

/** Whether a window may close at once. While something runs here, the user is asked first. */
function asking(program: Program): () => Promise<boolean> {
  let askedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (!(await isRunning(program))) return true
    const isInsisting = performance.now() - askedAt < INSISTING_MS
    askedAt = performance.now()
    return isInsisting
  }
}

async function show(window: AppWindow, { path }: InstanceCall): Promise<void> {
  if (path !== undefined) await window.go(path)
  await window.raise()
}

/** The session that has waited longest for the user, or the start page. */
async function whereNeeded(program: Program): Promise<string> {
  const { log } = await program.store()
  const waiting = await log.list({ waiting: true, limit: MOST_SESSIONS })
  const [first] = waiting.toSorted((one, other) => one.updatedAt - other.updatedAt)
  return first ? pathOfSession(first.id) : '/'
}

async function keepPlace(window: AppWindow, file: string): Promise<void> {
  const bounds = await window.bounds()
  if (bounds) rememberBounds(file, bounds)
}
