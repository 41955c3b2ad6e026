import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { focusedName, isFocusSeen, settled, twoFrames } from './keyboard.ts'
import { fakePage } from './page-fixture.ts'
import { ask, panelStory } from './showcase.ts'

const { browser, program, open } = await fakePage()

async function openStory(story = panelStory()) {
  program().add(story.session, story.events)
  const page = await open(`/session/${story.session}`)
  await page.getByRole('status').getByText('Running').waitFor()
  await settled(page)
  return { page, story }
}

function longStory() {
  const story = newStory('broadcast', ['architect', 'security'])
  for (let turn = 0; turn < 60; turn += 1) story.say('architect', `Turn ${turn}.`)
  return story
}

/** Resets the focus as after loading: the next Tab begins at the top. */
const toTheTop = (page: Page) =>
  page.evaluate(`document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')`)

/** The names of all Tab stops, from the top of the page until it begins again. */
async function stops(page: Page): Promise<readonly string[]> {
  await toTheTop(page)
  const names: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    // The list follows the focus, and its *Jump to latest* button disappears once the end is reached.
    await twoFrames(page)
    const name = await focusedName(page)
    if (name === '' || (names.length > 0 && name === names[0])) return names
    if (!(await isFocusSeen(page))) throw new Error(`The focus on "${name}" is not seen.`)
    names.push(name)
  }
}

describe.runIf(browser)('the focus', () => {
  test('moves from the top to the bottom of a session and is visible at every stop', async () => {
    const { page } = await openStory()
    const order = await stops(page)
    expect(order[0]).toBe('Skip to the content')
    const places = ['Search all sessions', 'Pause', 'More actions', 'Message to the team', 'Positions']
    expect(order.filter((name) => places.includes(name))).toEqual(places)
  })

  test('skips the session list on request', async () => {
    const { page } = await openStory()
    await toTheTop(page)
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focusedName(page)).toBe('Story')
  })

  test('returns from a dialog to where it was, from a menu to its button, and never to the top of the page', async () => {
    const { page } = await openStory()
    await page.getByRole('tab', { name: 'Cost' }).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Cost')
    await page.getByRole('button', { name: 'More actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Rename' }).click()
    await page.getByRole('dialog', { name: 'Rename the session' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('More actions')
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search commands').waitFor()
    await page.keyboard.type('Settings')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    expect(await page.evaluate(`document.activeElement === document.body`)).toBe(false)
  })

  test.each(['1', '2'])('stays in the list when *Jump to latest* disappears with it, in view %s', async (view) => {
    const { page } = await openStory(longStory())
    await page.keyboard.press(view)
    const button = page.getByRole('button', { name: 'Jump to latest' })
    await page.getByText('Turn 59.').hover()
    // A list that is still measuring its rows jumps back to its end, and the button disappears.
    const reached = () => page.mouse.wheel(0, -600).then(() => button.focus({ timeout: 500 }))
    await expect.poll(() => reached().then(() => focusedName(page), String)).toBe('Jump to latest')
    await page.keyboard.press('Enter')
    await expect.poll(() => button.count()).toBe(0)
    expect(await page.evaluate(`document.activeElement.hasAttribute('data-list')`)).toBe(true)
    expect(await isFocusSeen(page)).toBe(true)
  })

  test('reaches the actions of a message by mouse and by key, and returns to their button', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'A word.')
    const { page } = await openStory(story)
    const button = page.getByRole('button', { name: /^Actions for message/u })
    await page.getByText('A word.').hover()
    await button.click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toMatch(/^Actions for message/u)
    await page.reload()
    await button.focus()
    await page.keyboard.press('Enter')
    // A key pressed before the menu has the focus is lost.
    await page.locator('[role=menu]:focus').waitFor()
    for (const name of ['Copy as Markdown', /^Cite/u]) {
      await page.keyboard.press('ArrowDown')
      await page.getByRole('menuitem', { name }).and(page.locator('[data-highlighted]')).waitFor()
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByLabel('Message to the team').inputValue()).toMatch(/^\[m\d+\] /u)
  })
})

describe.runIf(browser)('what a screen reader announces on its own', () => {
  test('is who has answered and what needs you, and never a text while it is being written', async () => {
    const { page, story } = await openStory()
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    await page.evaluate(listen)
    const effect = story.think('security', 3)
    program().add(story.session, story.events)
    for (const text of ['One word', ' after', ' another.'])
      program().delta(story.session, { task: '1/round3/security', effect, text })
    await page.getByText('One word after another.').waitFor()
    story.say('architect', 'I hold my position.', 3)
    program().add(story.session, story.events)
    await expect.poll(() => heard(page)).toContain('Running: Architect answered')
    ask(story, 1)
    program().add(story.session, story.events)
    await expect.poll(() => heard(page)).toMatch(/Needs you: \w/u)
    expect(await heard(page)).not.toContain('One word')
  })
})

/** Collects what live regions would make a screen reader say. Regions that are switched off say nothing. */
const listen = `
  window.heard = []
  const polite = '[role=status], [role=alert], [role=log], [aria-live]'
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const region = (target.nodeType === 1 ? target : target.parentElement)?.closest(polite)
      if (region && region.getAttribute('aria-live') !== 'off' && region.checkVisibility())
        window.heard.push(region.textContent)
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true })`

const heard = async (page: Page): Promise<string> =>
  ((await page.evaluate('window.heard')) as readonly string[]).join('\n')
