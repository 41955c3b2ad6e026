import type { Browser } from 'playwright-core'
import { newStory, type Story } from '../../apps/web/src/session/view/story.fixture.ts'
import { type FakeProgram, fakeProgram } from '../../tests/web-page/fake-program.ts'
import { openPage, startBrowser } from '../../tests/web-page/open-page.ts'
import type { Finding } from '../report.ts'
import { bigThings } from './page/big-things.ts'
import { framesOf, heapOf, scroll, untilShown, watchFrames } from './page/frames.ts'
import { watchTasks } from './page/tasks.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)

/** Users look at the page before they click. */
const REST = 1_000

/** The page in a real browser: first paint, a session with 10,000 messages, and eight agents writing in parallel. */
export async function page(rounds: number): Promise<readonly Finding[]> {
  const browser = await startBrowser()
  if (!browser) return []
  const program = await fakeProgram()
  try {
    return [
      await firstPaint(browser, program, rounds),
      ...(await longSession(browser, program)),
      ...(await bigThings(browser, program)),
      ...(await streaming(browser, program)),
    ]
  } finally {
    await browser.close()
    await program.close()
  }
}

async function firstPaint(browser: Browser, { url }: FakeProgram, rounds: number): Promise<Finding> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const opened = await context.newPage()
    await opened.addInitScript(noteFirstShown)
    await opened.goto(url)
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

const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`)

function longStory(): Story {
  const story = newStory('broadcast', agents.slice(0, 3), 'Ten thousand messages')
  for (let turn = 0; turn < 10_000; turn += 1) {
    const author = agents[turn % 3] ?? ''
    const text = `Message ${turn} says **something** about [m1], in a sentence or two, with \`code\`.`
    story.add('message', { author, role: 'member', kind: 'argument', text }, { agent: author })
  }
  return story
}

async function longSession(browser: Browser, program: FakeProgram): Promise<readonly Finding[]> {
  const story = longStory()
  program.add(story.session, story.events)
  // The real program caches a session's fold. This one would compute it on the click and check every event.
  await fetch(`${program.url}api/sessions/${story.session}`)
  const opened = await openPage(browser, program.url)
  await opened.getByRole('link', { name: /Ten thousand messages/u }).waitFor()
  await opened.waitForTimeout(REST)
  const ms = await untilShown(opened, 'Ten thousand messages', 'Message 9999 ')
  await watchFrames(opened)
  await scroll(opened, 100)
  const scrolling = await framesOf(opened)
  await opened.context().close()
  return [
    { name: 'page: 10,000 messages, from the click to the last one, ms', ratio: ms, bar: 1_000 },
    { name: 'page: scrolling them, p99 of frame gaps, ms', ratio: scrolling.p99, bar: 34, values: scrolling },
  ]
}

async function streaming(browser: Browser, program: FakeProgram): Promise<readonly Finding[]> {
  const story = newStory('broadcast', agents, 'Eight at once')
  const effects = agents.map((agent) => [agent, story.think(agent)] as const)
  program.add(story.session, story.events)
  const opened = await openPage(browser, `${program.url}#/session/${story.session}`, { reducedMotion: 'no-preference' })
  await opened.getByLabel('Message to the team').waitFor()
  await watchFrames(opened)
  const heaps: number[] = []
  const longest: number[] = []
  let tick = 0
  // Heaps are measured after a garbage collection, which is not the page's own work.
  for (const _half of [1, 2]) {
    const longestTask = await watchTasks(browser)
    const end = performance.now() + SECONDS * 500
    for (; performance.now() < end; tick += 1) {
      for (const [agent, effect] of effects)
        program.delta(story.session, { task: `1/${agent}`, effect, text: wordAt(tick) })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    longest.push(await longestTask())
    heaps.push(await heapOf(opened))
  }
  const frames = await framesOf(opened)
  await opened.context().close()
  const grown = ((heaps[1] ?? 0) - (heaps[0] ?? 0)) / 1e6
  const minutes = SECONDS / 60
  return [
    { name: 'page: 8 agents writing, p99 of frame gaps, ms', ratio: frames.p99, bar: 50, values: frames },
    { name: 'page: 8 agents writing, long tasks per minute', ratio: frames.longTasks / minutes, bar: 0 },
    { name: 'page: 8 agents writing, longest task, ms', ratio: frames.longest, bar: 50 },
    { name: 'page: 8 agents writing, longest task, ms of CPU time', ratio: Math.max(...longest), bar: 50 },
    { name: 'page: 8 agents writing, heap growth in the second half, MB', ratio: grown, bar: 5 },
  ]
}

/** Text like a model's: sentences, and sometimes a list, a new paragraph or code. */
function wordAt(tick: number): string {
  if (tick % 400 === 399) return '\n\n```ts\nconst answer = 42\n```\n\n'
  if (tick % 90 === 89) return '.\n\n'
  return tick % 31 === 30 ? '\n- **point** ' : `word${tick % 97} `
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
