import { createDomain, emptySession, fromWire, type Session, SessionId } from '@convene/domain'
import { rowOf } from '@convene/engine'
import type { Browser } from 'playwright-core'
import { given, type Served } from '../../../apps/server/src/server.fixture.ts'
import { newStory, type Story } from '../../../apps/web/src/session/view/story.fixture.ts'
import { openPage, startBrowser } from '../../../tests/web-page/open-page.ts'
import { realProgram } from '../../../tests/web-page/real-program.ts'
import type { Finding } from '../../report.ts'
import { framesOf, scroll, untilShown, watchFrames } from './frames.ts'

const EVENTS = Number(process.env.BENCH_EVENTS ?? 100_000)
const BATCH = 2_000
const GOAL = 'A hundred thousand events'
const agents = ['architect', 'security', 'performance']
const domain = createDomain()

/** A session with 100,000 events and 50 MB in the real program: opened, and scrolled during and after loading. */
export async function longLog(): Promise<readonly Finding[]> {
  const browser = await startBrowser()
  if (!browser) return []
  const program = await realProgram()
  try {
    const story = longStory()
    await store(program, story)
    given(await program.client.session({ id: story.session }))
    return await measure(browser, program)
  } finally {
    await browser.close()
    await program.remove()
  }
}

/** Answers of about 1,300 characters. The log contains each one three times: in its reply, report and message. */
function longStory(): Story {
  const story = newStory('broadcast', agents, GOAL)
  const sentence = 'It keeps **what was said** as it was said, see [m1], and `counts` what it took. '
  for (let turn = 0; story.events.length < EVENTS - 8; turn += 1)
    story.say(agents[turn % agents.length] ?? '', `Answer ${turn}.\n\n${sentence.repeat(16)}`)
  story.say('architect', 'The very last answer.')
  return story
}

async function store({ open }: Served, { session: id, events }: Story): Promise<void> {
  const { log } = await open.program.store()
  let session: Session = emptySession(SessionId.parse(id))
  for (let begin = 0; begin < events.length; begin += BATCH) {
    const batch = events.slice(begin, begin + BATCH).map(fromWire)
    const before = session.seq
    session = batch.reduce(domain.evolve, session)
    await log.append(session.id, before, batch, rowOf(session, domain.next(session)))
  }
}

async function measure(browser: Browser, { link }: Served): Promise<readonly Finding[]> {
  const opened = await openPage(browser, link)
  opened.context().setDefaultTimeout(120_000)
  await opened.getByRole('link', { name: new RegExp(GOAL, 'u') }).waitFor()
  await opened.waitForTimeout(1_000)
  const ms = await untilShown(opened, GOAL, 'The very last answer.')
  const begin = performance.now()
  await watchFrames(opened)
  await scroll(opened, 40)
  const reading = await framesOf(opened)
  await opened.getByRole('progressbar', { name: 'Reading the log' }).waitFor({ state: 'detached' })
  const read = performance.now() - begin
  await watchFrames(opened)
  await scroll(opened, 100)
  const afterwards = await framesOf(opened)
  await opened.context().close()
  const named = (what: string) => `page: ${EVENTS.toLocaleString('en-US')} events, ${what}`
  return [
    { name: named('from the click to the last answer, ms'), ratio: ms, bar: 500 },
    { name: named('scrolled while loading, frames per second'), ratio: reading.perSecond, values: reading },
    { name: named('until all are read, ms'), ratio: read },
    { name: named('scrolled, frames per second'), ratio: afterwards.perSecond, atLeast: 50, values: afterwards },
  ]
}
