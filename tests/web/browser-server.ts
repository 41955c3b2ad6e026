import { renameSync, writeFileSync } from 'node:fs'
import { setInterval } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { launchChromium } from './chromium.ts'

/**
 * The browser of one run of the tests, as a separate program, since the workers that use it start and end at different
 * times: `browser-server.ts <process of the run> <file>` writes its address, or why there is none, to the file. It ends
 * with the run, also when that is killed.
 */
const [run = '', file = ''] = process.argv.slice(2)

const server = await launchChromium((options) => chromium.launchServer(options))
say(server?.wsEndpoint() ?? '')
server?.on('close', () => process.exit())
if (server !== undefined) for await (const _ of setInterval(1000)) if (!isAlive(Number(run))) await server.close()

/** Who waits for the file reads it as soon as it is there. */
function say(address: string): void {
  writeFileSync(`${file}.part`, address)
  renameSync(`${file}.part`, file)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
