import { describe, expect, test } from 'vitest'
import { given } from '../../apps/server/src/server.fixture.ts'
import { realPage } from './page-fixture.ts'

const { browser, program, open: openAt } = await realPage()

/** Keeps every notification that the page shows; `answer` is the user's reply to the browser's prompt. */
const recorder = (answer: 'granted' | 'denied') => `
  window.notes = []
  window.asked = 0
  window.Notification = class {
    static permission = 'default'
    static async requestPermission() {
      window.asked += 1
      return (window.Notification.permission = '${answer}')
    }
    constructor(title, options) {
      Object.assign(this, { title, ...options })
      window.notes.push(this)
    }
    close() {
      this.isClosed = true
    }
  }`

async function open(answer: 'granted' | 'denied') {
  const page = await openAt()
  await page.addInitScript(recorder(answer))
  await page.reload()
  await page.getByLabel('Goal').waitFor()
  return page
}

/** A panel that waits at its topic gate for the user. */
const asks = async (goal: string) => given(await program().client.createSession({ goal, mode: 'panel' })).id

describe.runIf(browser)('a user who is needed', () => {
  test('is asked for permission first, then notified of what waits, and a click opens it', async () => {
    const page = await open('granted')
    const offer = page.getByRole('button', { name: 'Notify me when I am needed' })
    await asks('Should we meet on Mondays?')
    await offer.waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(\d\) Convene$/u)
    expect(await page.evaluate('[notes.length, asked]')).toEqual([0, 0])
    await offer.click()
    await offer.waitFor({ state: 'detached' })
    expect(await page.evaluate('asked')).toBe(1)

    const id = await asks('Should we meet on Fridays?')
    await expect.poll(() => page.evaluate('notes.length')).toBe(1)
    expect(await page.evaluate('({ title: notes[0].title, body: notes[0].body })')).toEqual({
      title: 'Convene needs you',
      body: 'Should we meet on Fridays?',
    })
    await page.evaluate('notes[0].onclick()')
    await page.getByRole('heading', { level: 1, name: 'Should we meet on Fridays?' }).waitFor()
    expect(page.url()).toContain(`#/session/${id}`)
    expect(await page.evaluate('notes[0].isClosed')).toBe(true)
    await expect.poll(() => page.title()).toMatch(/^\(\d\) Should we meet on Fridays\? · Convene$/u)
    expect(page.complaints).toEqual([])
  })

  test('learns of a result while the page is hidden, with its outcome', async () => {
    const page = await open('granted')
    await page.evaluate(`Notification.permission = 'granted'
      Object.defineProperty(document, 'hidden', { get: () => true })`)
    const goal = 'Which day is best?'
    const { id } = given(await program().client.createSession({ goal, agents: ['architect', 'security'] }))
    await expect.poll(() => page.evaluate('notes.length')).toBe(1)
    expect(await page.evaluate('notes[0].title')).toBe(`Rehearsal: ${goal}`)
    expect(await page.evaluate('notes[0].body')).toMatch(/^2 answers\./u)
    await page.evaluate('notes[0].onclick()')
    await expect.poll(() => page.url()).toContain(`#/session/${id}/result`)
  })

  test('who refuses gets no more offers and no notifications', async () => {
    const page = await open('denied')
    await asks('Should we meet at noon?')
    const offer = page.getByRole('button', { name: 'Notify me when I am needed' })
    await offer.click()
    await offer.waitFor({ state: 'detached' })
    const before = await page.title()
    await asks('Should we meet at night?')
    await expect.poll(() => page.title()).not.toBe(before)
    expect(await page.evaluate('notes.length')).toBe(0)
  })

  test('who dismisses the offer is not asked again, even after a reload', async () => {
    const page = await open('granted')
    await asks('Should we meet at all?')
    const offer = page.getByRole('button', { name: 'Notify me when I am needed' })
    await offer.waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await offer.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('radio', { name: /^Needs you \d/u }).waitFor()
    expect(await offer.count()).toBe(0)
    expect(await page.evaluate('asked')).toBe(0)
  })

  test('finds what waits by the filter and its badge', async () => {
    const page = await open('granted')
    await asks('Should we meet in June?')
    await page.getByRole('radio', { name: /^Needs you/u }).click()
    const row = page.getByRole('link', { name: /Should we meet in June/u })
    await row.getByText('waiting for you').waitFor()
    await row.getByText('Needs you').waitFor()
  })
})
