import type { WireEvent } from '@convene/domain'
import { on } from '@convene/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, say, start, visit } from './visit.ts'

const browser = await startBrowser()

/** The third agent writes word by word and would take a long time. Asked again, it answers at once. */
const rules = () => [
  on({ agent: 'Architect' }, { text: 'Modules first, services later.' }),
  on({ agent: 'Security' }, { text: 'One check of rights, in one place.' }),
  on(
    { agent: 'UX' },
    { text: `Lost words. ${'And on it goes. '.repeat(200)}`, parts: 400, delayMs: 100 },
    { text: 'People want one page, and it must be quick.' },
  ),
]

type Shown = { readonly id: string; readonly text: string }

/** Every message on the page, in order. */
const shownOn = (page: Page): Promise<readonly Shown[]> =>
  page
    .getByRole('log', { name: 'Transcript' })
    .locator('[data-message]')
    .evaluateAll((all) =>
      all.map((each) => ({ id: each.getAttribute('data-message') ?? '', text: each.textContent ?? '' })),
    )

const messagesIn = (events: readonly WireEvent[]) =>
  events.flatMap(({ type, id, data }) =>
    type === 'message' ? [{ id, text: String((data as { text: string }).text) }] : [],
  )

describe.runIf(browser)('if the server is killed while a run streams,', () => {
  test('the page says so, recovers by itself, and shows each message once', async () => {
    const server = await realServer()
    server.models.script(rules())
    const page = await visit(browser, server.link)
    await page.getByLabel('Goal').fill('Split the monolith?')
    await choose(page, 'How they work', /^Broadcast/u)
    const faces = page.getByRole('group', { name: 'Members' })
    await faces.getByRole('button', { name: 'Security' }).click()
    await faces.getByRole('button', { name: "Devil's Advocate", pressed: true }).click()
    await page.getByRole('button', { name: /^Opinions · 3 seats/u }).waitFor()
    const id = await start(page)
    await page.keyboard.press('t')
    await page.getByText('Modules first').waitFor()
    await page.getByText('One check of rights').waitFor()
    await page.getByText('Lost words.').waitFor()
    await picture(page, 'killed-streaming')

    await server.kill()
    await page.getByText('This page reconnects automatically').waitFor()
    await say(page, 'Mind the phones.')
    await expect.poll(() => page.getByLabel('Message to the team').inputValue()).toBe('Mind the phones.')
    await look(page, 'killed-lost')

    await server.again()
    await page.getByText('People want one page').waitFor()
    await page.getByRole('status').getByText('Done').waitFor()
    await expect.poll(() => page.getByText('This page reconnects automatically').count()).toBe(0)
    expect(await page.getByText('Lost words.').count()).toBe(0)
    await look(page, 'killed-recovered')

    const events = await server.log(id)
    const messages = messagesIn(events)
    // Tall enough for all of them: a list only has what is in view.
    await page.setViewportSize({ width: 1440, height: 3_000 })
    await expect.poll(async () => (await shownOn(page)).length).toBe(messages.length)
    const shown = await shownOn(page)
    expect(shown.map((message) => message.id)).toEqual(messages.map((message) => message.id))
    shown.forEach(({ text }, index) => void expect(text).toContain(messages[index]?.text))
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ type }) => type === 'effect.lost')).toHaveLength(1)

    await page.reload()
    await page.getByText('People want one page').waitFor()
    await page.keyboard.press('t')
    await expect.poll(() => shownOn(page)).toEqual(shown)
    expect(page.complaints).toEqual([])
  })
})
