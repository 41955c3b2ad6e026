import { join } from 'node:path'
import type { Program } from '@convene/program'
import { createApp, resumeCutRuns } from '@convene/server'
import { type Call, callInstance, claimInstance } from '../instance/instance.ts'
import { pathOfSession } from '../window/deep-link.ts'
import { rememberBounds, rememberedBounds } from '../window/remember-bounds.ts'
import type { OpenWindow, Window } from '../window/window.ts'
import { pauseRuns, untilRested } from './live-runs.ts'

export type DesktopOptions<Shown extends Window = Window> = {
  readonly program: Program
  /** The shell that shows the window. */
  readonly open: OpenWindow<Shown>
  /** The folder of the built pages. */
  readonly assets: string | undefined
  /** The place to open on; without one, a new window opens on what needs the person. */
  readonly path: string | undefined
  openOutside(url: string): void
  /** Something that the person in the terminal should know. */
  notice(text: string): void
  /** Closes the window and ends at once: what runs goes on when the data folder is opened next. */
  readonly stop?: AbortSignal
  /** The window is there; not that its page is loaded. */
  opened?(window: Shown): void
}

/** How it came out: the window was closed; another process has it and was told where to go; it could not be opened. */
export type DesktopEnd = 'closed' | 'handed over' | 'not opened'

const LOOK_AT_PLACE_MS = 2_000
const MOST_SESSIONS = 1_000

/** Opens the one window of this data folder, and stays until it is closed and nothing runs any more. */
export async function openDesktop<Shown extends Window>(options: DesktopOptions<Shown>): Promise<DesktopEnd> {
  const { program, path } = options
  const folder = join(program.home, 'window')
  const { nodeProcesses } = await program.adapters()
  let opened: Promise<Window> | undefined
  const show = async ({ path: to }: Call) => {
    const window = await opened?.catch(() => undefined)
    if (to !== undefined) await window?.go(to)
    await window?.raise()
  }
  const instance = claimInstance({ folder, processes: nodeProcesses(), hear: (call) => void show(call) })
  if (!instance) {
    callInstance(folder, path === undefined ? {} : { path }, (await program.ids()).next())
    return 'handed over'
  }
  const stopResuming = resumeCutRuns(program)
  try {
    const quitting = { pause: false }
    opened = openOn(options, folder, quitting)
    const window = await opened.catch(() => undefined)
    if (!window) return 'not opened'
    const stopped = whenStopped(options.stop, window)
    await Promise.race([window.closed, stopped])
    if (quitting.pause) await pauseRuns(program)
    else await Promise.race([untilRested(program, options.notice), stopped])
    return 'closed'
  } finally {
    stopResuming()
    instance.release()
  }
}

/** Resolves when somebody has asked us to end, and the window is gone; else never. */
function whenStopped(stop: AbortSignal | undefined, window: Window): Promise<void> {
  return new Promise((resolve) => {
    const close = () => void window.close().then(resolve)
    if (stop?.aborted) close()
    else stop?.addEventListener('abort', close, { once: true })
  })
}

async function openOn<Shown extends Window>(
  options: DesktopOptions<Shown>,
  folder: string,
  quitting: { pause: boolean },
): Promise<Window> {
  const { program, open, assets, openOutside } = options
  const path = options.path ?? (await whereNeeded(program))
  const app = createApp({ program, assets })
  const file = join(folder, 'bounds.json')
  const window = await open({
    folder,
    bounds: rememberedBounds(file),
    path,
    answer: app.fetch,
    openOutside,
    quit: (pause) => {
      quitting.pause = pause
      void window.close()
    },
  })
  options.opened?.(window)
  const looking = setInterval(() => void keepPlace(window, file), LOOK_AT_PLACE_MS)
  void window.closed.then(() => {
    clearInterval(looking)
    app.close()
  })
  return window
}

/** The session that waits longest for a person, or the start. */
async function whereNeeded(program: Program): Promise<string> {
  const { log } = await program.store()
  const waiting = await log.list({ waiting: true, limit: MOST_SESSIONS })
  const [first] = waiting.toSorted((one, other) => one.updatedAt - other.updatedAt)
  return first ? pathOfSession(first.id) : '/'
}

async function keepPlace(window: Window, file: string): Promise<void> {
  const bounds = await window.bounds()
  if (bounds) rememberBounds(file, bounds)
}
