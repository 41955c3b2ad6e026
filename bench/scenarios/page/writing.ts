import type { Page } from 'playwright-core'
import { newStory } from '../../../apps/web/src/session/view/story.fixture.ts'
import { openPage } from '../../../tests/web-page/open-page.ts'
import type { Finding } from '../../report.ts'
import { BARE, type Build, type Contenders, inTurn, OURS } from './contenders.ts'
import { framesIn, heapOf, type Seen, seenIn, watchFrames } from './frames.ts'
import { allTasks, type Tasks, watchTasks } from './tasks.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
const PERIODS = 6
const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`)

type Lane = {
  readonly name: string
  readonly opened: Page
  readonly seen: Seen[]
  readonly tasks: Tasks[]
  readonly heaps: number[]
  /** Sends the next word to one of the agents. */
  readonly write: (agent: number, text: string) => void
}

/** Eight agents write in parallel, in turn with a bare page that appends the same texts to eight elements. */
export async function writing(all: Contenders): Promise<readonly Finding[]> {
  const lanes: Lane[] = [await openBare(all)]
  for (const build of all.builds) lanes.push(await openOurs(all, build))
  for (let period = 0; period < PERIODS; period += 1)
    for (const lane of inTurn(lanes, period)) {
      await writeFor((SECONDS * 1_000) / PERIODS, period, all, lane)
      lane.heaps.push(await heapOf(lane.opened))
    }
  for (const { opened } of lanes) await opened.context().close()
  return lanes.flatMap(findingsOf)
}

async function openOurs({ browser }: Contenders, { name, program }: Build): Promise<Lane> {
  const story = newStory('broadcast', agents, 'Eight at once')
  const effects = agents.map((agent) => [agent, story.think(agent)] as const)
  program.add(story.session, story.events)
  const opened = await openPage(browser, `${program.url}#/session/${story.session}`, { reducedMotion: 'no-preference' })
  await opened.getByLabel('Message to the team').waitFor()
  const write = (index: number, text: string) => {
    const [agent = '', effect = ''] = effects[index] ?? []
    program.delta(story.session, { task: `1/${agent}`, effect, text })
  }
  return { name, opened, write, seen: [], tasks: [], heaps: [] }
}

async function openBare({ browser, bare }: Contenders): Promise<Lane> {
  const opened = await openPage(browser, `${bare.url}writing.html`, { reducedMotion: 'no-preference' })
  await opened.evaluate(`follow('stream')`)
  const write = (index: number, text: string) => bare.delta(agents[index] ?? '', text)
  return { name: BARE, opened, write, seen: [], tasks: [], heaps: [] }
}

const STEP = 20

async function writeFor(ms: number, period: number, { browser }: Contenders, lane: Lane): Promise<void> {
  const { opened, write, seen, tasks } = lane
  await opened.bringToFront()
  await watchFrames(opened)
  const ended = await watchTasks(browser, opened, `writing, ${lane.name}`)
  const ticks = Math.round(ms / STEP)
  const begin = performance.now()
  for (let tick = 0; tick < ticks; tick += 1) {
    for (const agent of agents.keys()) write(agent, wordAt(period * ticks + tick))
    // By the clock: every contender gets as many words per second, whatever the timer does.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, begin + (tick + 1) * STEP - performance.now())))
  }
  tasks.push(await ended())
  seen.push(await seenIn(opened))
}

/** Text like a model's: sentences, and sometimes a list, a new paragraph or code. */
function wordAt(tick: number): string {
  if (tick % 400 === 399) return '\n\n```ts\nconst answer = 42\n```\n\n'
  if (tick % 90 === 89) return '.\n\n'
  return tick % 31 === 30 ? '\n- **point** ' : `word${tick % 97} `
}

function findingsOf({ name, seen, tasks, heaps }: Lane): readonly Finding[] {
  const named = (what: string) => `page: 8 agents writing${name === OURS ? '' : `, ${name}`}, ${what}`
  const bar = (most: number) => (name === OURS ? { bar: most } : {})
  const frames = framesIn(seen)
  const { longest, long, total } = allTasks(tasks)
  const grown = ((heaps.at(-1) ?? 0) - (heaps[PERIODS / 2 - 1] ?? 0)) / 1e6
  return [
    { name: named('p99 of frame gaps, ms'), ratio: frames.p99, ...bar(50), values: frames },
    { name: named('tasks over 50 ms of CPU time per minute'), ratio: (long * 60) / SECONDS, ...bar(0) },
    {
      name: named('longest task, ms of CPU time'),
      ratio: longest,
      ...bar(50),
      values: { periods: tasks.map((each) => each.longest) },
    },
    { name: named('CPU time per second, ms'), ratio: total / SECONDS },
    { name: named('heap growth in the second half, MB'), ratio: grown, ...bar(5) },
  ]
}
