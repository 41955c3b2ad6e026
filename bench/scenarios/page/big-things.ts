import type { Browser } from 'playwright-core'
import { newStory, type Story } from '../../../apps/web/src/session/view/story.fixture.ts'
import type { FakeProgram } from '../../../tests/web-page/fake-program.ts'
import { openPage } from '../../../tests/web-page/open-page.ts'
import type { Finding } from '../../report.ts'
import { framesOf, press, watchFrames } from './frames.ts'
import { watchTasks } from './tasks.ts'

const FILES = 2_000

/** Long enough for everything that a click starts. */
const CALM = 1_000

/** A 5 MB message, 2,000 changed files and one diff with all of them: how long the page blocks when they are opened. */
export async function bigThings(browser: Browser, program: FakeProgram): Promise<readonly Finding[]> {
  const story = bigStory()
  program.add(story.session, story.events)
  const opened = await openPage(browser, program.url)
  await opened.getByRole('link', { name: /Big things/u }).waitFor()
  await opened.waitForTimeout(CALM)
  await watchFrames(opened)
  const longest = await watchTasks(browser)
  for (const [selector, text] of steps) {
    await press(opened, selector, text)
    await opened.waitForTimeout(CALM)
  }
  const cpu = await longest()
  const frames = await framesOf(opened)
  await opened.context().close()
  const name = 'page: opening a 5 MB message and a diff of 2,000 files, longest task'
  return [
    { name: `${name}, ms`, ratio: frames.longest, bar: 50, values: frames },
    { name: `${name}, ms of CPU time`, ratio: cpu, bar: 50 },
  ]
}

/** More of the message twice: first of what the page has, then all of it. The same for the diff. */
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
