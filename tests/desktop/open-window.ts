import { mkdirSync, writeFileSync } from 'node:fs'
import { type ChromiumWindow, chromiumWindow, type DesktopEnd, openDesktop } from '@convene/desktop'
import type { SessionId } from '@convene/domain'
import { optionalPackages } from '@convene/extensions'
import { openProgram, type Program } from '@convene/host'
import { createApp } from '@convene/server'
import { startModelServer, type TemporaryFolder, temporaryFolder } from '@convene/testkit'
import { onTestFinished } from 'vitest'
import { pageFolder } from '../../scripts/web.mjs'
import type { Display } from './display.ts'

/** A separate data folder and a way to open the app on it. */
export type WindowFolders = { readonly folder: TemporaryFolder; readonly home: string; readonly display: Display }

export type Opened = {
  readonly program: Program
  /** The most recently opened window. */
  window(): ChromiumWindow
  /** Resolves when a window opens after this call. */
  reopened(): Promise<ChromiumWindow>
  readonly ended: Promise<DesktopEnd>
  /** Links sent to the user's browser. */
  readonly outside: readonly string[]
  readonly notices: readonly string[]
  /** Ends like a process that receives SIGTERM. */
  end(): Promise<void>
}

export function newPlace(display: Display): WindowFolders {
  const folder = temporaryFolder()
  const home = folder.file('home')
  for (const each of [home, folder.file('work')]) mkdirSync(each)
  onTestFinished(() => folder[Symbol.dispose]())
  return { folder, home, display }
}

type Opening = { readonly path?: string; readonly flags?: readonly string[] }

/** Opens the program and its window in this process, as a start of the app does. */
export async function openWindow({ folder, home, display }: WindowFolders, opening: Opening = {}): Promise<Opened> {
  const environment = { PATH: process.env.PATH }
  const { program, close } = openProgram({
    optional: optionalPackages,
    home,
    workspace: folder.file('work'),
    environment,
    version: '0',
  })
  const [outside, notices]: [string[], string[]] = [[], []]
  const stopping = new AbortController()
  let shown = Promise.withResolvers<ChromiumWindow>()
  let last: ChromiumWindow | undefined
  const ended = openDesktop({
    program,
    open: chromiumWindow({ program: display.browser, ...(opening.flags && { flags: opening.flags }) }),
    assets: pageFolder,
    path: opening.path,
    openOutside: (url) => outside.push(url),
    notice: (words) => notices.push(words),
    stop: stopping.signal,
    opened: (window) => {
      last = window
      shown.resolve(window)
      shown = Promise.withResolvers()
    },
  })
  const end = async () => {
    stopping.abort()
    await ended
    await close()
  }
  onTestFinished(end)
  const first = await Promise.race([shown.promise, ended])
  if (typeof first === 'string') throw new Error(`The window was not shown: ${first}`)
  const window = () => last as ChromiumWindow
  return { program, window, reopened: () => shown.promise, ended, outside, notices, end }
}

/** A provider whose models answer only once they are released. */
export async function hangingModels({ home }: WindowFolders) {
  const server = await startModelServer()
  const held = Promise.withResolvers<void>()
  server.script(async () => {
    await held.promise
    return { text: 'It is done, and it was late.' }
  })
  const providers = { local: { type: 'openai-compatible', baseURL: `${server.url}/v1` } }
  writeFileSync(`${home}/config.json`, JSON.stringify({ model: 'local/scripted', providers }))
  onTestFinished(async () => {
    held.resolve()
    await server.close()
  })
  return { letGo: held.resolve }
}

/** Starts a session in the process that shows the window, as any other interface would. */
export async function startSession(program: Program, wanted: object): Promise<SessionId> {
  const app = createApp({ program })
  const response = await app.fetch(
    new Request('http://convene.invalid/api/sessions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(wanted),
    }),
  )
  app.close()
  return ((await response.json()) as { id: SessionId }).id
}

export const phaseOf = async ({ store }: Program, id: SessionId): Promise<string | undefined> =>
  (await (await store()).log.list({ limit: 50 })).find((row) => row.id === id)?.phase
