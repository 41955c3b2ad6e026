import type { Server } from '@convene/server'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { builtPages } from './assets.ts'
import { hasDisplay, openBrowser } from './open-browser.ts'

/** `convene serve`: the server without a window, until it is ended. */
export async function serve(program: Program, input: Input): Promise<number> {
  const started = await start(program, input)
  return started === undefined ? 2 : stay(program, started)
}

/** Bare `convene` where the pages are built: opens the app, in a window of its own where that is possible. */
export async function openApp(program: Program, input: Input): Promise<number> {
  const shell = await shellFor(program, input)
  if (shell === undefined) return 2
  if (shell.kind === 'window') return inWindow(program, input, shell)
  const started = await start(program, input)
  if (started === undefined) return 2
  if (shell.kind === 'browser') openBrowser(started.link, program.environment)
  return stay(program, started)
}

type Shell =
  | { readonly kind: 'window'; readonly browser: string; readonly assets: string }
  | { readonly kind: 'browser' | 'none' }

async function shellFor(program: Program, input: Input): Promise<Shell | undefined> {
  const { chooseShell, findBrowser } = await import('@convene/desktop')
  const { environment } = program
  const browser = findBrowser({ platform: process.platform, environment })
  const wanted = input.flag('browser') ? 'browser' : input.flag('window') ? 'window' : undefined
  const chosen = chooseShell({ wanted, hasDisplay: hasDisplay(environment), browser })
  if (typeof chosen === 'object') {
    program.refuse({ code: 'no_window', message: chosen.why })
    return undefined
  }
  const assets = builtPages(environment)
  return chosen === 'window' && browser && assets
    ? { kind: 'window', browser, assets }
    : { kind: chosen === 'window' ? 'browser' : chosen }
}

async function inWindow(program: Program, input: Input, shell: Shell & { kind: 'window' }): Promise<number> {
  const { openDesktop, pathOfLink } = await import('@convene/desktop')
  const [link] = input.words
  const path = link === undefined ? '/' : pathOfLink(link)
  if (path === undefined)
    return program.refuse({ code: 'bad_link', message: `"${link}" is no link of ours, such as convene://session/ID.` })
  const { err } = program.terminal
  const end = await openDesktop({
    program,
    browser: shell.browser,
    assets: shell.assets,
    path,
    openOutside: (url) => openBrowser(url, program.environment),
    notice: (text) => void err.write(`${text}\n`),
  })
  if (end === 'handed over') err.write('Convene is open already: its window was brought to the front.\n')
  return 0
}

type Started = { readonly link: string; readonly server?: Server }

async function start(program: Program, input: Input): Promise<Started | undefined> {
  const { startServer } = await import('@convene/server')
  const assets = builtPages(program.environment)
  const started = await startServer({ program, host: input.text('host'), port: input.number('port'), assets })
  if (!started.ok) {
    program.refuse(started.refusal)
    return undefined
  }
  const { state, server } = started.value
  const { style } = program.terminal.err
  const what = state === 'started' ? 'Convene is served here' : 'Convene is served for this data folder already'
  program.terminal.err.write(`${style.bold(what)}. This link lets a browser in:\n`)
  program.terminal.out.write(`${server.link()}\n`)
  return { link: server.link(), ...(state === 'started' && { server }) }
}

/** A server of this process stays until somebody ends it; runs go on when the next one starts. */
async function stay(program: Program, { server }: Started): Promise<number> {
  if (!server) return 0
  const ended = Promise.withResolvers<void>()
  // Nothing else holds the process while no client is there.
  const hold = setInterval(() => undefined, 60_000)
  const stop = program.interrupts.listen(() => ended.resolve())
  await ended.promise
  stop()
  clearInterval(hold)
  await server.close()
  return 0
}
