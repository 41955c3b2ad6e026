import { type Calls, callTo, waitingCalls } from '../src/instance/calls.ts'
import type { DesktopOptions } from '../src/shell/desktop-options.ts'
import { openDesktop } from '../src/shell/open-desktop.ts'
import { pathOfLink } from '../src/window/deep-link.ts'
import { electronWindow } from './electron-window.ts'
import type { MainModules } from './modules.ts'
import { SCHEME } from './origin.ts'

export type Start = {
  readonly modules: MainModules
  /** The file of the preload script. */
  readonly preload: string
  readonly arguments: readonly string[]
  /** Opens the program; only where this start is the first one. */
  program(): Promise<{ readonly program: DesktopOptions['program']; close(): Promise<void> }>
  readonly assets: string
  notice(text: string): void
}

/** The desktop app in Electron: one window, opened once, until it is closed and nothing runs any more. */
export async function start(options: Start): Promise<void> {
  const { app, protocol } = options.modules
  if (!app.requestSingleInstanceLock()) return app.exit(0)
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ])
  app.setAsDefaultProtocolClient('convene')
  const calls = waitingCalls()
  hearSystem(app, calls)
  // Runs go on behind a closed window: that it was the last one does not end the program.
  app.on('window-all-closed', () => undefined)
  await app.whenReady()
  await openUntilEnd(options, calls)
  app.exit(0)
}

/** What the system hands over, as arguments or as events: it goes to the window, or opens it again where it was closed. */
function hearSystem(app: MainModules['app'], calls: Calls): void {
  app.on('second-instance', (_event, words) => calls.hear(callTo(pathIn(words))))
  app.on('activate', () => calls.hear({}))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const path = pathOfLink(link)
    if (path !== undefined) calls.hear({ path })
  })
}

const pathIn = (words: readonly string[]): string | undefined =>
  words.map(pathOfLink).find((path) => path !== undefined)

async function openUntilEnd(options: Start, calls: Calls): Promise<void> {
  const { modules, preload, program, assets, notice } = options
  const opened = await program()
  const stopping = new AbortController()
  modules.app.on('before-quit', (event) => {
    event.preventDefault()
    stopping.abort()
  })
  try {
    await openDesktop({
      program: opened.program,
      open: electronWindow(modules, preload),
      assets,
      path: calls.take()?.path ?? pathIn(options.arguments),
      calls,
      openOutside: (url) => void modules.shell.openExternal(url),
      notice,
      stop: stopping.signal,
    })
  } finally {
    await opened.close()
  }
}
