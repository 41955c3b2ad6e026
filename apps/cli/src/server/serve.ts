import type { Server } from '@convene/server'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import { builtPages } from './assets.ts'
import { openBrowser } from './open-browser.ts'

/** `convene serve`: the server without a window, until it is ended. */
export async function serve(program: Program, input: Input): Promise<number> {
  const started = await start(program, input)
  return started === undefined ? 2 : stay(program, started)
}

/** Bare `convene` where the pages are built: opens the app in the browser, and serves it if nobody does yet. */
export async function openApp(program: Program, input: Input): Promise<number> {
  const started = await start(program, input)
  if (started === undefined) return 2
  openBrowser(started.link, program.environment)
  return stay(program, started)
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
