import type { DesktopOptions } from '../src/shell/desktop-options.ts'
import { openDesktop } from '../src/shell/open-desktop.ts'
import { pathOfLink } from '../src/window/deep-link.ts'
import type { Window } from '../src/window/window.ts'
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
  const places = followLinks(options)
  // Runs go on behind a closed window: that it was the last one does not end the program.
  app.on('window-all-closed', () => undefined)
  await app.whenReady()
  await openUntilEnd(options, places)
  app.exit(0)
}

type Places = { first: string | undefined; go(path: string | undefined): void }

/** Where links lead: the window, once there is one. The system hands them over as arguments, or as an event. */
function followLinks({ modules: { app }, arguments: words }: Start): Places {
  const places: Places = {
    first: pathIn(words),
    go: (path) => {
      places.first = path
    },
  }
  app.on('second-instance', (_event, later) => places.go(pathIn(later)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const path = pathOfLink(link)
    if (path !== undefined) places.go(path)
  })
  return places
}

const pathIn = (words: readonly string[]): string | undefined =>
  words.map(pathOfLink).find((path) => path !== undefined)

async function openUntilEnd({ modules, preload, program, assets, notice }: Start, places: Places): Promise<void> {
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
      path: places.first,
      openOutside: (url) => void modules.shell.openExternal(url),
      notice,
      stop: stopping.signal,
      opened: (window: Window) => {
        places.go = (path) => void (path === undefined ? window.raise() : window.go(path).then(() => window.raise()))
      },
    })
  } finally {
    await opened.close()
  }
}
