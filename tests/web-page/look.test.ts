import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { endAnswer } from '../../apps/web/src/session/view/story.fixture.ts'
import { countJumps, jumpsOf, type Look, lookOfPage, lookProblems, textSizes } from './look.ts'
import { openPage } from './open-page.ts'
import { fakePage } from './page-fixture.ts'
import { ask, panelStory } from './showcase.ts'
import { walkSessions } from './walk-sessions.ts'

const source = join(import.meta.dirname, '../../apps/web/src')
const files = globSync('**/*.tsx', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(join(source, file), 'utf8'),
}))

/** Every match in the sources, as `file: match`. */
const written = (pattern: RegExp): readonly string[] =>
  files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`))

describe("the page's styles", () => {
  test('use only the six named font sizes', () => {
    expect(written(/(?<![\w-])text-\[[^\]]+\]/gu)).toEqual([])
    expect(Object.keys(textSizes())).toEqual(['xs', 'sm', 'base', 'md', 'lg', 'xl'])
  })

  test('use steps of four pixels for gaps, margins and paddings, with half steps for rows and optical centring', () => {
    expect(written(/(?<![\w-])-?(?:p|px|pl|pr|m|mx|ml|mr|gap|gap-x|gap-y)-(?:\[\d+px\]|[1-9]\.5)(?![\w.])/gu)).toEqual(
      [],
    )
  })

  test('use only theme tokens as colours', () => {
    expect(written(/#[\da-f]{3,8}\b(?=['"\s])|\b(?:rgb|hsl|oklch)a?\(/giu)).toEqual([])
    expect(written(/(?<![\w-])(?:dark:|text-white|text-black|bg-white|bg-black)/gu)).toEqual([])
  })
})

const { browser, program, open } = await fakePage()

const cases = [
  { name: 'wide, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

describe.runIf(browser)('how a session looks', () => {
  test.each(cases)(
    '$name: six sizes, two families, nothing faint and nothing cut off',
    async ({ name, ...options }) => {
      const page = await open('/', options)
      const problems = await walkSessions(page, program(), async (place) =>
        lookProblems(place, await page.evaluate<Look>(lookOfPage)),
      )
      expect(problems).toEqual([])
    },
  )

  test('nothing jumps while agents write side by side, finish and ask', async () => {
    const story = panelStory()
    const open = ['architect', 'security'].map((agent) => [agent, story.think(agent, 3)] as const)
    program().add(story.session, story.events)
    const page = await openPage(browser as Browser, 'about:blank')
    await page.addInitScript(countJumps)
    await page.goto(`${program().url}#/session/${story.session}`)
    await page.getByLabel('Message to the team').waitFor()
    await page.getByRole('region', { name: 'Newest' }).getByText('Thinking').first().waitFor()
    for (let word = 0; word < 40; word += 1)
      for (const [agent, effect] of open)
        program().delta(story.session, { task: `1/round3/${agent}`, effect, text: `word${word} and so on. ` })
    await page.getByText('word39').first().waitFor()
    const known = story.events.length
    for (const [agent, effect] of open)
      endAnswer(story.add, { agent, effect, text: 'All of it. '.repeat(60), round: 3 })
    ask(story, 1)
    program().add(story.session, story.events.slice(known))
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    expect(await jumpsOf(page)).toEqual([])
    await page.context().close()
  })
})
