import { spawn } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { teardown } from '../process/once-per-run.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import { testChromium } from './chromium.ts'
import { sharedBrowser } from './shared-browser.ts'

const runs = (await testChromium()) !== undefined
if (!runs) leftOut('no Chromium runs here')

test.runIf(runs)(
  'all files of a run share one browser, which ends with the run, also when that is killed',
  async () => {
    const run = otherRun()
    const [one, two] = await Promise.all([connected(), connected()])
    await one.newPage()
    expect(two.contexts(), 'one sees the pages of the other').toEqual([])
    expect(await processOf(one)).toBe(await processOf(two))
    const ended = new Promise((resolve) => one.once('disconnected', resolve))
    run.kill('SIGKILL')
    await ended
  },
)

test.runIf(runs)('a browser that crashed is started again', async () => {
  otherRun()
  const crashed = await connected()
  const first = await processOf(crashed)
  const ended = new Promise((resolve) => crashed.once('disconnected', resolve))
  process.kill(first, 'SIGKILL')
  await ended
  const second = await processOf(await connected())
  expect(second).not.toBe(first)
})

/** A process that stands for a whole run of the tests, so that the browser of this run is left alone. */
function otherRun() {
  const before = process.env.CONVENE_TEST_RUN
  const run = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'])
  process.env.CONVENE_TEST_RUN = `${run.pid}`
  onTestFinished(() => {
    run.kill('SIGKILL')
    teardown()
    if (before === undefined) delete process.env.CONVENE_TEST_RUN
    else process.env.CONVENE_TEST_RUN = before
  })
  return run
}

async function connected() {
  const browser = await sharedBrowser()
  if (browser === undefined) throw new Error('There is no browser.')
  onTestFinished(() => browser.close())
  return browser
}

async function processOf(browser: Awaited<ReturnType<typeof connected>>): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.find(({ type }) => type === 'browser')?.id ?? Number.NaN
}
