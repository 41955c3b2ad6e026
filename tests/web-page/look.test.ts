import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { endAnswer, newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { countJumps, type Look, lookOfPage } from './look.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'
import { screensWith } from './screens.ts'
import { ask, gate, panelStory, planStory, toolCalls } from './showcase.ts'

const source = join(import.meta.dirname, '../../apps/web/src')
const files = globSync('**/*.tsx', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(join(source, file), 'utf8'),
}))

/** Every place in the sources that is written like this, as `file: what`. */
const written = (pattern: RegExp): readonly string[] =>
  files.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`))

describe('what the page is drawn with', () => {
  test('every font size is one of the six named ones', () => {
    expect(written(/(?<![\w-])text-\[[^\]]+\]/gu)).toEqual([])
    const tokens = readFileSync(join(source, 'ui/theme/tokens.css'), 'utf8')
    expect([...tokens.matchAll(/^ {2}--text-(\w+): \d+px;$/gmu)].map(([, name]) => name)).toEqual([
      'xs',
      'sm',
      'base',
      'md',
      'lg',
      'xl',
    ])
  })

  test('gaps, margins and paddings are steps of four pixels, with half steps for rows and optical centring', () => {
    expect(written(/(?<![\w-])-?(?:p|px|pl|pr|m|mx|ml|mr|gap|gap-x|gap-y)-(?:\[\d+px\]|[1-9]\.5)(?![\w.])/gu)).toEqual(
      [],
    )
  })

  test('every colour is a theme token', () => {
    expect(written(/#[\da-f]{3,8}\b(?=['"\s])|\b(?:rgb|hsl|oklch)a?\(/giu)).toEqual([])
    expect(written(/(?<![\w-])(?:dark:|text-white|text-black|bg-white|bg-black)/gu)).toEqual([])
  })
})

const browser = await startBrowser()
let fake: FakeProgram
let real: Served
let session: string

beforeAll(async () => {
  if (!browser) return
  fake = await fakeProgram()
  real = await realProgram()
  const wish = {
    goal: 'Should the shop keep its sessions in Redis?',
    mode: 'panel',
    yes: true,
    limits: { maxTurns: 6 },
  }
  session = given(await real.client.createSession(wish)).id
  await until(async () => given(await real.client.session({ id: session })).session.phase === 'completed')
})
afterAll(async () => {
  await fake?.close()
  await real?.remove()
})

const stories = () => {
  const asked = panelStory()
  toolCalls(asked)
  ask(asked, 1)
  const atGate = newStory('panel', ['head', 'architect', 'security'])
  gate(atGate)
  return [asked, atGate, planStory()]
}

const screens = () => [
  [`/session/${session}`, (page: Page) => page.getByLabel('Message to the team').waitFor()] as const,
  ...screensWith(session),
]

/** Looks at each view of each story, then at each place of the program. */
async function lookEverywhere(options: object): Promise<readonly (readonly [string, Look])[]> {
  const looks: (readonly [string, Look])[] = []
  const told = await openPage(browser as Browser, fake.url, options)
  for (const story of stories()) {
    fake.add(story.session, story.events)
    await told.goto(`${fake.url}#/session/${story.session}`)
    await told.getByLabel('Message to the team').waitFor()
    for (const key of ['1', '2', '3']) {
      await told.getByRole('heading', { level: 1 }).click()
      await told.keyboard.press(key)
      looks.push([`${story.session} ${key}`, await told.evaluate<Look>(lookOfPage)])
    }
  }
  const page = await openPage(browser as Browser, real.link, options)
  for (const [place, isReady] of screens()) {
    await page.evaluate(`location.hash = '#${place}'`)
    await isReady(page)
    looks.push([place, await page.evaluate<Look>(lookOfPage)])
  }
  await Promise.all([told.context().close(), page.context().close()])
  return looks
}

const cases = [
  { name: 'wide, light', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { name: 'phone, dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const

describe.runIf(browser)('how it looks', { timeout: 240_000 }, () => {
  test.each(cases)('$name: six sizes, two families, nothing faint and nothing cut off', async (options) => {
    const looks = await lookEverywhere(options)
    const all = (key: 'sizes' | 'families') => [...new Set(looks.flatMap(([, look]) => Object.keys(look[key])))]
    expect(all('sizes').length).toBeLessThanOrEqual(6)
    expect(all('families').sort()).toEqual(['"Inter Variable"', '"JetBrains Mono Variable"'])
    expect(looks.flatMap(([place, { faint }]) => faint.map((each) => `${place} ${each}`))).toEqual([])
    expect(looks.flatMap(([place, { cut }]) => cut.map((each) => `${place} ${each}`))).toEqual([])
  })

  test('nothing jumps while a page loads', async () => {
    const page = await openPage(browser as Browser, real.link)
    await page.addInitScript(countJumps)
    for (const [place, isReady] of screens()) {
      await page.goto('about:blank')
      await page.goto(new URL(`/#${place}`, real.link).href)
      await isReady(page)
      expect([place, await jumpsOf(page)]).toEqual([place, []])
    }
    await page.context().close()
  })

  test('nothing jumps while agents write side by side, finish and ask', async () => {
    const story = panelStory()
    const open = ['architect', 'security'].map((agent) => [agent, story.think(agent, 3)] as const)
    fake.add(story.session, story.events)
    const page = await openPage(browser as Browser, 'about:blank')
    await page.addInitScript(countJumps)
    await page.goto(`${fake.url}#/session/${story.session}`)
    await page.getByLabel('Message to the team').waitFor()
    await page.getByRole('group', { name: 'Lanes' }).getByText('Thinking').first().waitFor()
    for (let word = 0; word < 40; word += 1)
      for (const [agent, effect] of open)
        fake.delta(story.session, { task: `1/round3/${agent}`, effect, text: `word${word} and so on. ` })
    await page.getByText('word39').first().waitFor()
    const known = story.events.length
    for (const [agent, effect] of open)
      endAnswer(story.add, { agent, effect, text: 'All of it. '.repeat(60), round: 3 })
    ask(story, 1)
    fake.add(story.session, story.events.slice(known))
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    expect(await jumpsOf(page)).toEqual([])
    await page.context().close()
  })
})

/** Jumps that somebody would see: less than a hundredth of the window is a word that got longer. */
async function jumpsOf(page: Page): Promise<readonly unknown[]> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate<readonly unknown[]>('jumps.filter(({ value }) => value > 0.01)')
}
