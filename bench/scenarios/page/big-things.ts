import type { Page } from 'playwright-core'
import { newStory, type Story } from '../../../apps/web/src/session/view/story.fixture.ts'
import { openPage } from '../../../tests/web-page/open-page.ts'
import type { Finding } from '../../report.ts'
import { BARE, type Build, type Contenders, inTurn, middle, OURS } from './contenders.ts'
import { framesIn, press, type Seen, seenIn, watchFrames } from './frames.ts'
import { type Tasks, watchTasks } from './tasks.ts'

const FILES = 2_000

/** Long enough for everything that a click starts. */
const CALM = 1_000

type Lane = {
  readonly name: string
  readonly seen: Seen[]
  readonly tasks: Tasks[]
  open(): Promise<Page>
  /** The clicks, one after another. */
  readonly steps: readonly ((opened: Page) => Promise<unknown>)[]
}

/** A 5 MB message, 2,000 changed files and one diff with all of them: how long the page blocks when they are opened. */
export async function bigThings(all: Contenders, rounds: number): Promise<readonly Finding[]> {
  const lanes = [...all.builds.map((build) => laneOf(all, build)), bareLane(all)]
  for (let round = 0; round < rounds; round += 1) for (const lane of inTurn(lanes, round)) await openAll(all, lane)
  return lanes.flatMap(findingsOf)
}

/** Shows more of the message twice: first what the page has, then all of it. The same for the diff. */
const steps = [
  ['a', 'Big things'],
  ['[role=tab]', 'Files'],
  ['aside button', 'all.patch'],
  ['main article button', 'Show more'],
  ['main article button', 'Show more'],
  ['main article button', 'Show more'],
  ['aside button', 'k characters left'],
  ['aside button', 'k characters left'],
] as const

/** As many paragraphs, cards and diff files as the page adds in each step. */
const bareSteps = [
  ['text', 282],
  ['files', 100],
  ['diff', 16],
  ['text', 1_126],
  ['text', 0],
  ['text', 1_126],
  ['diff', 32],
  ['diff', 32],
] as const

function laneOf({ browser }: Contenders, { name, program }: Build): Lane {
  const story = bigStory()
  program.add(story.session, story.events)
  return {
    name,
    seen: [],
    tasks: [],
    open: async () => {
      const opened = await openPage(browser, program.url)
      await opened.getByRole('link', { name: /Big things/u }).waitFor()
      return opened
    },
    steps: steps.map(
      ([selector, text]) =>
        (opened) =>
          press(opened, selector, text),
    ),
  }
}

const bareLane = ({ browser, bare }: Contenders): Lane => ({
  name: BARE,
  seen: [],
  tasks: [],
  open: () => openPage(browser, `${bare.url}parts.html`),
  steps: bareSteps.map(
    ([name, count]) =>
      (opened) =>
        opened.evaluate(`void step('${name}', ${count})`),
  ),
})

async function openAll({ browser }: Contenders, lane: Lane): Promise<void> {
  const opened = await lane.open()
  await opened.waitForTimeout(CALM)
  await watchFrames(opened)
  const ended = await watchTasks(browser, opened, `big things, ${lane.name}`)
  for (const step of lane.steps) {
    await step(opened)
    await opened.waitForTimeout(CALM)
  }
  lane.tasks.push(await ended())
  lane.seen.push(await seenIn(opened))
  await opened.context().close()
}

function findingsOf({ name, seen, tasks }: Lane): readonly Finding[] {
  const opening = 'page: opening a 5 MB message and a diff of 2,000 files'
  const named = (what: string) => `${opening}${name === OURS ? '' : `, ${name}`}, ${what}`
  const bar = name === OURS ? { bar: 50 } : {}
  const longest = tasks.map((each) => each.longest)
  const frames = seen.map((each) => framesIn([each]))
  return [
    { name: named('longest task, ms of CPU time'), ratio: middle(longest), ...bar, values: { longest } },
    { name: named('longest task, ms'), ratio: middle(frames.map((each) => each.longest)), values: { frames } },
    { name: named('CPU time in all, ms'), ratio: middle(tasks.map(({ total }) => total)) },
  ]
}

function bigStory(): Story {
  const story = newStory('broadcast', ['architect', 'security'], 'Big things')
  const diffs = Array.from({ length: FILES }, (_, file) => diffOf(`src/file-${file}.ts`))
  for (const [file, text] of diffs.entries())
    story.add('artifact', { id: `a${file}`, kind: 'diff', title: `src/file-${file}.ts`, text }, { agent: 'architect' })
  story.add('artifact', { id: 'all', kind: 'diff', title: 'all.patch', text: diffs.join('') }, { agent: 'architect' })
  story.say('architect', 'It keeps **what was said** as it was said, see [m1], and `counts` it.\n\n'.repeat(70_000))
  return story
}

const diffOf = (path: string): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1,20 +1,20 @@\n-old\n+new\n${' a line that stays as it was\n'.repeat(20)}`
