import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { accessProblems } from './check-access.ts'
import { command } from './keyboard.ts'
import { realPage } from './page-fixture.ts'

const { browser, program, open } = await realPage()

const COUNTED = '1 : 1 : 1 : 1 : 2 · 38 %'
const PROOF = '2 of 3 steps · 1 of 2 checks passes · 1 proven · 1 on Performance Engineer’s word'

/** A session that has ended. */
async function ended(goal: string): Promise<string> {
  const { client } = program()
  const { id } = given(await client.createSession({ goal, agents: ['architect'] }))
  await until(async () => given(await client.session({ id })).session.phase === 'completed')
  return id
}

describe.runIf(browser)('the session list', () => {
  test('is walked with J and K, the palette renames and pins, and a deletion is undone', async () => {
    const [older, newer] = [await ended('What is in here?'), await ended('Where does it begin?')]
    const page = await open(`/session/${newer}`)
    await page.getByLabel('Message to the team').waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await expect.poll(() => page.url()).toContain(older)
    await page.keyboard.press('k')
    await expect.poll(() => page.url()).toContain(newer)

    await command(page, 'rename')
    await page.getByLabel('Title').waitFor()
    // The old title is selected: typing replaces it.
    await page.keyboard.type('The beginning')
    await page.keyboard.press('Enter')
    await page.getByRole('navigation', { name: 'Sessions' }).getByText('The beginning', { exact: true }).waitFor()
    await command(page, 'pin')
    await page.getByLabel('Pinned').waitFor()

    await command(page, 'delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.url()).toContain(newer)
    await page.getByRole('navigation', { name: 'Sessions' }).getByText('The beginning').waitFor()
    expect(page.complaints).toEqual([])
  })

  test('a search shows the sentence that matched, its words marked, and markup in it as text', async () => {
    await ended('Look at this.\n\nThe <img src=x onerror="window.caught=1"> zeppelin lands at noon. Nothing else.')
    const page = await open()
    const list = page.getByRole('navigation', { name: 'Sessions' })
    await page.getByLabel('Search all sessions').fill('zeppel noon')
    await list.getByText('The <img src=x onerror="window.caught=1"> zeppelin lands at noon.').first().waitFor()
    expect(await list.locator('mark').allTextContents()).toEqual(['zeppelin', 'noon'])
    expect(await page.evaluate('window.caught')).toBeUndefined()
    expect(await accessProblems(page)).toEqual([])
    await page.getByLabel('Search all sessions').fill('no such words')
    await list.getByText('No matches').waitFor()
  })

  test.each([
    ['option', `Move all sessions to Postgres, behind a view that keeps the old names `.repeat(2), COUNTED],
    ['report of a build', 'The limit is there, and it is tested. '.repeat(3), PROOF],
  ])('a long %s is shortened, and what was counted stays visible at every width', async (_, said, counts) => {
    const id = await ended('Where should the sessions live?')
    const page = await open()
    await page.route(/\/api\/sessions(\?|$)/u, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { items: { id: string }[] }
      const summary = `${said}· ${counts}`
      const items = body.items.map((row) => (row.id === id ? { ...row, summary, reason: 'done' } : row))
      await route.fulfill({ response, json: { ...body, items } })
    })
    // A change that the program sends late would replace the row, and this test's summary with it.
    await page.route(/\/api\/changes/u, () => undefined)
    await page.reload()
    const counted = page.getByRole('navigation', { name: 'Sessions' }).getByText(counts)
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 800 })
      // The list stays on the screen for a moment, and is then opened with a button. It remains open.
      if (width === 390) await page.getByRole('button', { name: 'Sessions', exact: true }).click()
      await counted.waitFor()
      await expect.poll(() => isWhole(counted), { message: `${width} px` }).toBe(true)
    }
  })

  test('a session deleted earlier is restored from Recently deleted', async () => {
    const id = await ended('What was deleted?')
    given(await program().client.deleteSession({ id }))
    const page = await open('/deleted')
    await page.getByText('Removed permanently in 7 days.').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page
      .getByRole('button', { name: /^Restore/u })
      .first()
      .click()
    await expect.poll(() => page.url()).toContain(id)
    expect(given(await program().client.deletedSessions()).items).toEqual([])
    const again = await program().client.restoreSession({ id })
    expect(again).toMatchObject({ ok: false, refusal: { code: 'session_not_found' } })
  })

  test('a team starts from its card', async () => {
    const page = await open('/teams')
    await page.getByRole('link', { name: /Start with it.*Quick Panel/u }).click()
    await page.getByRole('button', { name: /^Decision · Quick Panel · 3 seats/u }).waitFor()
  })
})

/** Whether a text is fully inside its row, with nothing over its ends and room for words next to it. */
async function isWhole(counted: Locator): Promise<boolean> {
  const counts = await counted.textContent()
  const [own, row, beside] = await Promise.all(
    ['self::*', 'ancestor::a', 'preceding-sibling::span'].map((path) => counted.locator(`xpath=${path}`).boundingBox()),
  )
  if (!own || !row || !beside) return false
  const textAt = (x: number) =>
    counted.page().evaluate(`document.elementFromPoint(${x}, ${own.y + own.height / 2})?.textContent`)
  const seen = await Promise.all([own.x + 1, own.x + own.width - 1].map(textAt))
  const isOnTop = seen.every((text) => text === counts)
  return isOnTop && own.x >= row.x && own.x + own.width <= row.x + row.width && beside.width > 40
}
