import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { oncePerRun } from '../process/once-per-run.ts'
import { launchChromium } from './chromium.ts'

/** A browser that crashed is started again, for all workers; one that keeps crashing is a failure. */
const ATTEMPTS = 3

/**
 * The browser that all test files of a run share, or undefined if none runs. Each connection sees its own pages only, and
 * they are closed with it. A script outside a run gets a browser for itself.
 */
export async function sharedBrowser(): Promise<Browser | undefined> {
  const run = process.env.CONVENE_TEST_RUN
  if (run === undefined) return launchChromium((options) => chromium.launch(options))
  let problem: unknown
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const folder = await oncePerRun(`browser-${attempt}`, (empty) => start(run, empty))
    const address = readFileSync(join(folder, 'address'), 'utf8')
    if (address === '') return undefined
    try {
      return await answering(await chromium.connect(address))
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

/** The server of a browser that has just crashed still accepts connections for a moment. */
async function answering(browser: Browser): Promise<Browser> {
  const session = await browser.newBrowserCDPSession()
  await session.detach()
  return browser
}

async function start(run: string, folder: string): Promise<void> {
  const address = join(folder, 'address')
  const complaints = join(folder, 'complaints')
  const program = fileURLToPath(new URL('browser-server.ts', import.meta.url))
  // On its own, because it must outlive the worker that was first. A pipe would break when that worker ends.
  const server = spawn(process.execPath, [program, run, address], {
    detached: true,
    stdio: ['ignore', 'ignore', openSync(complaints, 'w')],
  })
  server.unref()
  while (!existsSync(address) && server.exitCode === null && server.signalCode === null) await setTimeout(50)
  if (!existsSync(address)) throw new Error(`The tests' browser did not start.\n${readFileSync(complaints, 'utf8')}`)
}
