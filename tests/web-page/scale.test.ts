import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAnswer, newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await program.close()
})

/** Counts, for each frame, how often the page changed what is inside an element. */
const countChanges = `(() => {
  const counts = []
  let now = 0
  new MutationObserver(() => { now += 1 }).observe(document.querySelector('main'), { childList: true, characterData: true, subtree: true })
  const frame = () => { counts.push(now); now = 0; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)
  window.changes = counts
})()`

/** Counts the messages that are ever mounted, from the first script of the page on. */
const countMounted = `(() => {
  window.mounted = 0
  const count = (node) => (node.matches?.('[data-message]') ? 1 : 0) + (node.querySelectorAll?.('[data-message]').length ?? 0)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.mounted += count(node)
  }).observe(document, { childList: true, subtree: true })
})()`

/** Records the most elements that one frame adds to the page. */
const countAdded = `(() => {
  let now = 0
  const count = (node) => (node.querySelectorAll ? 1 + node.querySelectorAll('*').length : 0)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) now += count(node)
  }).observe(document.querySelector('main'), { childList: true, subtree: true })
  window.most = 0
  const frame = () => { window.most = Math.max(window.most, now); now = 0; requestAnimationFrame(frame) }
  requestAnimationFrame(frame)
})()`

const countTransitions = `(() => {
  window.transitions = 0
  document.addEventListener('transitionrun', () => { window.transitions += 1 }, { capture: true })
})()`

/** What the messages inherit when the list disables pointer events, as it does while it scrolls. */
const pointerWhileScrolling = `(() => {
  const rows = document.querySelector('[data-list]').firstElementChild
  rows.style.pointerEvents = 'none'
  return getComputedStyle(rows).pointerEvents
})()`

/** A message's position in the window, once it has been stable for ten frames. */
const placeOf = (id: string): string => `(async () => {
  let last = null
  for (let same = 0; same < 10; ) {
    await new Promise(requestAnimationFrame)
    const now = Math.round(document.querySelector('[data-message="${id}"]')?.getBoundingClientRect().top ?? -1e6)
    same = now === last ? same + 1 : 0
    last = now
  }
  return last
})()`

/** Selects a word on the page, as a user would to copy it. */
const select = (word: string): string => `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && !walker.currentNode.data.includes('${word}'));
  const at = walker.currentNode.data.indexOf('${word}')
  getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + ${word.length})
})()`

describe.runIf(browser)('large sessions', () => {
  test('ten thousand messages mount only a few rows, in both views', async () => {
    const agents = ['architect', 'security', 'performance']
    const story = newStory('broadcast', agents)
    for (let turn = 0; turn < 10_000; turn += 1)
      story.add(
        'message',
        { author: agents[turn % 3] ?? '', role: 'member', kind: 'argument', text: `Message ${turn}.` },
        { agent: agents[turn % 3] ?? '' },
      )
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('Message 9999.').waitFor()
    expect(await page.locator('[data-message]').count()).toBeLessThan(150)
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).getByText('Message 9999.').waitFor()
    expect(await page.locator('[data-message]').count()).toBeLessThan(60)
    await page.context().close()
  })

  test('a long log opens at its end and mounts no invisible message', async () => {
    const agents = ['architect', 'security', 'performance']
    const story = newStory('broadcast', agents, 'Opened at its end')
    for (let turn = 0; turn < 3_000; turn += 1) story.say(agents[turn % 3] ?? '', `Answer ${turn} in a few words.`)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, program.url)
    await page.evaluate(countMounted)
    await goTo(page, `/session/${story.session}`)
    await page.getByText('Answer 2999 in').waitFor()
    expect(await page.evaluate('window.mounted')).toBeLessThan(120)
    await page.context().close()
  })

  test('scrolling with reduced motion runs no transition', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 200; turn += 1) story.say('architect', `Answer ${turn}, see [m1] and [m2].`)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('Answer 199,').waitFor()
    await page.evaluate(countTransitions)
    await page.mouse.move(700, 400)
    const first = page.getByText('Answer 0,')
    await expect.poll(() => page.mouse.wheel(0, -2_000).then(() => first.count())).toBe(1)
    expect(await page.evaluate('window.transitions')).toBe(0)
    await page.context().close()
  })

  test('scrolling changes no style that all messages inherit', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'An answer.')
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('An answer.').waitFor()
    expect(await page.evaluate(pointerWhileScrolling)).toBe('auto')
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).getByText('An answer.').waitFor()
    expect(await page.evaluate(pointerWhileScrolling)).toBe('auto')
    await page.context().close()
  })

  test('the end of a long log is shown before the rest is requested, and stays in view when it arrives', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 1_000; turn += 1) story.say('architect', `Answer ${turn}.`)
    program.add(story.session, story.events)
    const release = program.hold()
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('Answer 999.').waitFor()
    await page.getByLabel('Message to the team').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Reading the log' }).count()).toBe(1)
    const asked = program.requests.filter((path) => path.includes(story.session))
    expect(asked.length).toBeLessThanOrEqual(3)
    await page.mouse.move(700, 400)
    await expect.poll(() => page.mouse.wheel(0, -700).then(() => page.getByText('Answer 980.').count())).toBe(1)
    const before = Number(await page.evaluate(placeOf('m982')))
    release()
    await page.getByRole('progressbar', { name: 'Reading the log' }).waitFor({ state: 'detached' })
    const moved = Number(await page.evaluate(placeOf('m982'))) - before
    expect(Math.abs(moved)).toBeLessThan(8)
    await page.keyboard.press('t')
    const first = page.getByRole('log', { name: 'Transcript' }).getByText('Answer 0.', { exact: true })
    await page.mouse.move(700, 400)
    await expect.poll(() => page.mouse.wheel(0, -1_000_000).then(() => first.count())).toBe(1)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('a shortened text is fetched in full on request', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', `${'word '.repeat(30_000)}the very end`)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const more = page.getByRole('button', { name: /^Show more/u })
    const end = page.getByText('the very end')
    const goOn = async () => ((await more.count()) > 0 ? more.first().click() : undefined)
    await expect.poll(() => goOn().then(() => end.count())).toBe(1)
    expect(program.requests.filter((path) => path.endsWith(`/events/${story.events.length}`))).toHaveLength(1)
    await page.context().close()
  })

  test('eight agents writing at once change the page once per frame', async () => {
    const agents = Array.from({ length: 8 }, (_, index) => `agent-${index}`)
    const story = newStory('broadcast', agents)
    const effects = agents.map((agent) => [agent, story.think(agent)] as const)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByLabel('Message to the team').waitFor()
    await page.evaluate(countChanges)
    for (let word = 0; word < 200; word += 1)
      for (const [agent, effect] of effects) {
        program.delta(story.session, { task: `1/t/${agent}`, effect, text: `word${word} ` })
        if (word % 20 === 0) await page.evaluate('1')
      }
    await page.getByText('word199').last().waitFor()
    const changes = (await page.evaluate('window.changes')) as readonly number[]
    expect(changes.some((count) => count > 0)).toBe(true)
    expect(Math.max(...changes)).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  test('an answer of more than 20,000 characters keeps growing while it is written, and keeps a selection when it is complete', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByLabel('Message to the team').waitFor()
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Part${index}. ${'word '.repeat(150)}\n\n`)
    for (const text of paragraphs) program.delta(story.session, { task: '1', effect, text })
    await page.getByText('Part39.').waitFor()
    expect(await page.getByRole('button', { name: /^Show more/u }).count()).toBe(0)
    await page.evaluate(select('Part38'))
    const known = story.events.length
    endAnswer(story.add, { agent: 'architect', effect, text: paragraphs.join('') })
    program.add(story.session, story.events.slice(known))
    await page.getByRole('article', { name: /message m/u }).waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe('Part38')
    await page.context().close()
  })

  test('code is highlighted off the page, in one worker', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (const name of ['one', 'two', 'three']) story.say('architect', `\`\`\`ts\nconst ${name} = 'a text'\n\`\`\``)
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const coloured = page.locator('code span[style*="--code-token-keyword"]', { hasText: 'const' })
    await expect.poll(() => coloured.count()).toBe(3)
    expect(page.workers()).toHaveLength(1)
    await page.context().close()
  })

  test('a message of five megabytes and two thousand changed files are shown in part', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let file = 0; file < 2_000; file += 1) {
      const path = `src/file-${file}.ts`
      const text = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old\n+new\n`
      story.add('artifact', { id: `a${file}`, kind: 'diff', title: path, path, text }, { agent: 'architect' })
    }
    story.say('architect', 'many words '.repeat(450_000))
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByRole('button', { name: /^Show more · 8\d k characters/u }).waitFor()
    expect(Number(await page.evaluate(`document.querySelector('main').textContent.length`))).toBeLessThan(40_000)
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('src/file-1999.ts').first().waitFor()
    await page.getByRole('button', { name: 'Show more · 1,900 files left' }).waitFor()
    expect(await page.getByRole('complementary', { name: 'Details' }).getByRole('listitem').count()).toBe(101)
    await page.context().close()
  })

  test('a long text is drawn in small parts, one per frame', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'It keeps **what was said**, see [m1], and `counts` it.\n\n'.repeat(2_000))
    story.say('security', 'The last word.')
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    const more = page.getByRole('main').getByRole('button', { name: /^Show more/u })
    await more.waitFor()
    await page.evaluate(countAdded)
    await more.click()
    const paragraphs = () => page.evaluate(`document.querySelectorAll('main article p').length`)
    await expect.poll(paragraphs).toBeGreaterThan(1_700)
    // 3,000 characters are about 55 of these paragraphs, with four elements each. Ten times as many take over 50 ms.
    expect(await page.evaluate('window.most')).toBeLessThan(400)
    const boxes = `Math.max(...[...document.querySelectorAll('main article div')].map(({ children }) => children.length))`
    expect(await page.evaluate(boxes)).toBeLessThan(100)
    await page.context().close()
  })

  test('the lines of a diff that look the same are one element', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const text = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n-older\n+new\n${' stays\n'.repeat(300)}`
    story.add('artifact', { id: 'a1', kind: 'diff', title: 'x', text }, { agent: 'architect' })
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByRole('complementary', { name: 'Details' }).getByRole('button', { name: 'x' }).click()
    const diff = page.getByLabel('Diff')
    expect(await diff.locator('span').count()).toBe(5)
    expect((await diff.locator('span').nth(2).innerText()).split('\n')).toEqual(['-old', '-older'])
    expect((await diff.innerText()).trimEnd().split('\n').length).toBe(306)
    await page.context().close()
  })

  test('a selection stays while the text next to it grows', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'This is selected.')
    const effect = story.think('security')
    program.add(story.session, story.events)
    const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`)
    await page.getByText('This is selected.').dblclick()
    const selected = await page.evaluate('getSelection().toString()')
    for (let word = 0; word < 50; word += 1) program.delta(story.session, { task: '1', effect, text: `word${word} ` })
    await page.getByText('word49').waitFor()
    expect(await page.evaluate('getSelection().toString()')).toBe(selected)
    expect(selected).not.toBe('')
    await page.context().close()
  })
})
