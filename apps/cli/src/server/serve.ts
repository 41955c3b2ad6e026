import {
  chooseShell,
  chromiumWindow,
  type DesktopEnd,
  findWindowBrowser,
  openDesktop,
  pathOfSession,
  type Shell,
  sessionOfLink,
} from '@convene/desktop'
import { type Result, refuse } from '@convene/domain'
import { findSession } from '@convene/host'
import { ownSystem } from '@convene/platform'
import { type RunningServer, type Server, startServer, whyNoWebhooks } from '@convene/server'
import type { Input } from '../command-line/input.ts'
import { dueReminder } from '../decisions/due.ts'
import type { CliProgram } from '../program.ts'
import { asStarted } from '../terminal/as-started.ts'
import { printNote } from '../terminal/print.ts'
import { untilStopped } from '../terminal/until-stopped.ts'
import { lookingDaily } from '../update/newer.ts'
import { builtPages } from './assets.ts'
import { hasDisplay, openInBrowser } from './open-browser.ts'

/** Runs this machine's server without a window until it is stopped. */
export async function serveHere(program: CliProgram, input: Input): Promise<number> {
  const started = await start(program, input)
  return started === undefined ? 2 : stay(program, started, () => announce(program, started))
}

/** Bare `convene` with built pages: opens the app, in its own window if possible. */
export async function openAppCommand(program: CliProgram, input: Input): Promise<number> {
  const place = await placeOf(program, input)
  if (!place.ok) return program.refuse(place.refusal)
  return openAt(program, input, place.value)
}

/** Opens the app at a path of its page, and stays until it is closed. */
export async function openAt(program: CliProgram, input: Input, path: string | undefined): Promise<number> {
  const chosen = shellFor(program, input)
  if (chosen.shell === 'refused') return program.refuse({ code: 'no_window', message: chosen.why })
  if (chosen.shell === 'window') {
    const end = await inWindow(program, chosen.browser, path)
    if (end !== 'not opened') return 0
    const message = 'The window did not open: the browser did not start, or its policies do not allow it.'
    if (input.flag('window')) return program.refuse({ code: 'no_window', message })
    program.terminal.err.write(`${message}\n`)
  }
  const started = await start(program, input)
  if (started === undefined) return 2
  return stay(program, started, async () => {
    await announce(program, started, path)
    if (chosen.shell === 'none') return inTerminal(program, started)
    const link = await started.running.linkOnce(path && `/#${path}`)
    if (link !== undefined) openInBrowser(link, program.environment)
  })
}

/** What else to do where no browser can open, and what would wait on the start page. */
async function inTerminal(program: CliProgram, started: Started): Promise<void> {
  const due = await dueReminder(program)
  program.terminal.err.write(`${elsewhere(program, started)}\n`)
  if (due !== undefined) printNote(program, due)
}

function elsewhere({ terminal }: CliProgram, { server }: Started): string {
  const ends = server ? ' Ctrl-C stops the server.' : ''
  return terminal.err.style.dim(`Or stay in this terminal: ${asStarted(terminal, 'convene chat')}.${ends}`)
}

/** The place a `convene://session/ID` link points to, if any. Other links are refused. */
async function placeOf(program: CliProgram, { words: [link] }: Input): Promise<Result<string | undefined>> {
  if (link === undefined) return { ok: true, value: undefined }
  const named = sessionOfLink(link)
  if (named === undefined)
    return refuse('bad_link', `Invalid link "${link}". Convene links look like convene://session/ID.`)
  const found = await findSession(program, named)
  return found.ok ? { ok: true, value: pathOfSession(found.value) } : found
}

function shellFor({ environment, terminal }: CliProgram, input: Input): Shell {
  const chosen = chooseShell({
    wanted: input.flag('browser') ? 'browser' : input.flag('window') ? 'window' : undefined,
    hasDisplay: hasDisplay(environment),
    browser: findWindowBrowser({ platform: ownSystem.name, environment }),
  })
  if (chosen.shell === 'browser' && chosen.note !== undefined) terminal.err.write(`${chosen.note}\n`)
  return chosen
}

async function inWindow(program: CliProgram, browser: string, path: string | undefined): Promise<DesktopEnd> {
  const { err } = program.terminal
  const stopping = new AbortController()
  const opened = openDesktop({
    program: lookingDaily(program),
    open: chromiumWindow({ program: browser }),
    assets: builtPages(program.environment),
    path,
    openOutside: (url) => openInBrowser(url, program.environment),
    notice: (text) => void err.write(`${text}\n`),
    stop: stopping.signal,
  })
  await untilStopped(program, {
    ended: opened,
    async stop() {
      stopping.abort()
      await opened
    },
  })
  const end = await opened
  if (end === 'handed over') err.write('Convene is already open. Brought its window to the front.\n')
  return end
}

/** The running server, and again as `server` if it belongs to this process. */
type Started = { readonly running: RunningServer; readonly server?: Server }

async function start(program: CliProgram, input: Input): Promise<Started | undefined> {
  const assets = builtPages(program.environment)
  const served = lookingDaily(program)
  const started = await startServer({ program: served, host: input.text('host'), port: input.number('port'), assets })
  if (!started.ok) {
    program.refuse(started.refusal)
    return undefined
  }
  const { state, server } = started.value
  return { running: server, ...(state === 'started' && { server }) }
}

async function announce(program: CliProgram, { running: server, server: own }: Started, path?: string): Promise<void> {
  const { style } = program.terminal.err
  const what = own ? 'Convene is running' : 'Convene is already running for this data folder'
  program.terminal.err.write(`${style.bold(what)}. Open this link in a browser:\n`)
  program.terminal.out.write(`${server.link(path && `/#${path}`)}\n`)
  const silent = await whyNoWebhooks(program)
  if (silent !== undefined) program.terminal.err.write(`${style.yellow('Webhooks get no events')}: ${silent}\n`)
  if ('isLocal' in server && !server.isLocal)
    program.terminal.err.write(
      `${style.yellow('Reachable from other machines')}: anyone with the token can run commands here.\n`,
    )
}

/** This process's server runs until it is stopped. Its runs resume when the next server starts. */
async function stay(program: CliProgram, { server }: Started, announce: () => Promise<void>): Promise<number> {
  if (server) await untilStopped(program, { ended: new Promise(() => {}), announce, stop: server.close })
  else await announce()
  return 0
}
