import type { Browser } from 'playwright-core'
import { newStory, type Story } from '../../../apps/web/src/session/view/story.fixture.ts'
import type { FakeProgram } from '../../../tests/web-page/fake-program.ts'
import { openPage } from '../../../tests/web-page/open-page.ts'
import type { Finding } from '../../report.ts'
import { framesOf, watchFrames } from './frames.ts'

const FILES = 2_000

/** A 5 MB message, 2,000 changed files and one diff with all of them: how long the page blocks when they are opened. */
export async function bigThings(browser: Browser, program: FakeProgram): Promise<Finding> {
  const story = bigStory()
  program.add(story.session, story.events)
  const opened = await openPage(browser, program.url)
  await opened.getByRole('link', { name: /Big things/u }).waitFor()
  await opened.waitForTimeout(1_000)
  await watchFrames(opened)
  await opened.getByRole('link', { name: /Big things/u }).click()
  const more = opened.getByRole('main').getByRole('button', { name: /^Show more/u })
  await more.first().waitFor()
  await opened.getByRole('tab', { name: 'Files' }).click()
  await opened
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: /all\.patch/u })
    .click()
  await opened.getByLabel('Diff').first().waitFor()
  await more.first().click()
  await opened.waitForTimeout(1_000)
  const frames = await framesOf(opened)
  await opened.context().close()
  const name = 'page: opening a 5 MB message and a diff of 2,000 files, longest task, ms'
  return { name, ratio: frames.longest, bar: 50, values: frames }
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
