import type { Page } from 'playwright-core'
import { newStory, type Story } from '../../../apps/web/src/session/view/story.fixture.ts'
import { openPage } from '../../../tests/web-page/open-page.ts'
import type { Finding } from '../../report.ts'
import { BARE, type Build, type Contenders, inTurn, middle, OURS } from './contenders.ts'
import { type Frames, framesIn, type Seen, scroll, seenIn, untilShown, watchFrames } from './frames.ts'
import { allTasks, type Tasks, watchTasks } from './tasks.ts'

const MESSAGES = 10_000
const TITLE = 'Ten thousand messages'
const TURNS = 80

/** Users look at the page before they click. */
const REST = 1_000

type Lane = { readonly name: string; readonly opened: Page; readonly seen: Seen[]; readonly tasks: Tasks[] }

/** 10,000 messages: opened, and scrolled in turn with a bare page that has as many rows. */
export async function scrolling(all: Contenders, rounds: number): Promise<readonly Finding[]> {
  const { browser, builds, bare } = all
  const opening = new Map(builds.map(({ name }) => [name, [] as number[]]))
  const lanes: Lane[] = []
  for (const build of builds) {
    const { opened, ms } = await openLong(all, build)
    opening.get(build.name)?.push(ms)
    lanes.push({ name: build.name, opened, seen: [], tasks: [] })
  }
  const opened = await openPage(browser, `${bare.url}rows.html`)
  lanes.push({ name: BARE, opened, seen: [], tasks: [] })
  for (let round = 0; round < rounds; round += 1) for (const lane of inTurn(lanes, round)) await scrollOnce(all, lane)
  for (const { opened } of lanes) await opened.context().close()
  return [
    {
      name: 'page: 10,000 messages, from the click to the last one, ms',
      ratio: middle(opening.get(OURS) ?? []),
      bar: 1_000,
    },
    ...findingsOf(lanes),
  ]
}

async function openLong({ browser }: Contenders, { program }: Build): Promise<{ opened: Page; ms: number }> {
  const story = longStory()
  program.add(story.session, story.events)
  // The real program caches a session's fold. This one would compute it on the click and check every event.
  await fetch(`${program.url}api/sessions/${story.session}`)
  const opened = await openPage(browser, program.url)
  await opened.getByRole('link', { name: new RegExp(TITLE, 'u') }).waitFor()
  await opened.waitForTimeout(REST)
  const ms = await untilShown(opened, TITLE, `Message ${MESSAGES - 1} `)
  await opened.getByRole('progressbar', { name: 'Reading the log' }).waitFor({ state: 'detached' })
  await opened.waitForTimeout(REST)
  return { opened, ms }
}

function longStory(): Story {
  const agents = ['agent-0', 'agent-1', 'agent-2']
  const story = newStory('broadcast', agents, TITLE)
  for (let turn = 0; turn < MESSAGES; turn += 1) {
    const author = agents[turn % 3] ?? ''
    const text = `Message ${turn} says **something** about [m1], in a sentence or two, with \`code\`.`
    story.add('message', { author, role: 'member', kind: 'argument', text }, { agent: author })
  }
  return story
}

async function scrollOnce({ browser }: Contenders, { name, opened, seen, tasks }: Lane): Promise<void> {
  await opened.bringToFront()
  await watchFrames(opened)
  const end = await watchTasks(browser, opened, `scrolling, ${name}`)
  await scroll(opened, TURNS)
  tasks.push(await end())
  seen.push(await seenIn(opened))
}

function findingsOf(lanes: readonly Lane[]): readonly Finding[] {
  const named = (name: string) => (name === OURS ? 'page: scrolling them' : `page: scrolling them, ${name}`)
  return lanes.flatMap(({ name, seen, tasks }) => {
    const frames: Frames = framesIn(seen)
    const { longest, long, total } = allTasks(tasks)
    const values = { ...frames, rounds: seen.map((each) => framesIn([each]).late) }
    return [
      { name: `${named(name)}, p99 of frame gaps, ms`, ratio: frames.p99, ...(name === OURS && { bar: 34 }), values },
      { name: `${named(name)}, gaps over 34 ms, %`, ratio: frames.late },
      { name: `${named(name)}, CPU time per frame, ms`, ratio: total / frames.frames, values: { longest, long } },
      {
        name: `${named(name)}, longest task, ms of CPU time`,
        ratio: longest,
        values: { all: tasks.map((each) => each.longest) },
      },
    ]
  })
}
