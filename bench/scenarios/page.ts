import type { Finding } from '../report.ts'
import { bigThings } from './page/big-things.ts'
import { type Contenders, contenders, middle } from './page/contenders.ts'
import { scrolling } from './page/scrolling.ts'
import { writing } from './page/writing.ts'

/**
 * The page in a real browser: first paint, a session with 10,000 messages, large texts, and eight agents writing in
 * parallel. Bare pages do the same in turn: their time is the lower bound for this machine in the same minutes.
 */
export async function page(rounds: number): Promise<readonly Finding[]> {
  const all = await contenders()
  if (!all) return []
  try {
    return [
      await firstPaint(all, rounds),
      ...(await scrolling(all, rounds)),
      ...(await bigThings(all, rounds)),
      ...(await writing(all)),
    ]
  } finally {
    await all.close()
  }
}

async function firstPaint({ browser, builds: [ours] }: Contenders, rounds: number): Promise<Finding> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const opened = await context.newPage()
    await opened.addInitScript(noteFirstShown)
    await opened.goto(ours?.program.url ?? '')
    await opened.getByLabel('Goal').waitFor()
    times.push(Number(await opened.evaluate('window.shownAt')))
    await context.close()
  }
  return { name: 'page: first paint of the start page, ms', ratio: middle(times), bar: 1_000, values: { times } }
}

/** Runs in the page before its own scripts: records when the goal field first appears in a frame. */
const noteFirstShown = `(() => {
  const frame = () => {
    if (document.querySelector('main textarea')) window.shownAt = performance.now()
    else requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
})()`
