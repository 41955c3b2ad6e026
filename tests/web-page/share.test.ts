import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { fromCheckedWire, type SessionId } from '@convene/domain'
import { writeExport } from '@convene/host'
import { readExample } from '@convene/library'
import { temporaryFolder } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { openPage, startBrowser } from './open-page.ts'

const browser = await startBrowser()
const folder = temporaryFolder()

afterAll(() => folder[Symbol.dispose]())

describe.skipIf(!browser)('a shared decision, opened as a file on a phone without a network', () => {
  const open = async (options: object) => {
    const file = folder.file('decision.html')
    writeFileSync(file, await sharedDecision())
    const phone = { viewport: { width: 390, height: 844 }, offline: true, ...options }
    return openPage(browser as Browser, pathToFileURL(file).href, phone)
  }

  test('begins with everybody blind, plays by itself, and ends with the seat that crossed', async () => {
    const page = await open({ reducedMotion: 'no-preference' })
    const table = page.locator('#table')
    await page.getByText('answers blind').first().waitFor()
    await page.locator('#table[data-round="2"]').waitFor()
    await page.getByText('Performance crossed:').waitFor()
    expect(await table.getByText('answers blind').first().isVisible()).toBe(false)
    expect(await table.getByText('3 of 4').isVisible()).toBe(true)
  })

  test('stands still for people who want no motion, and shows a round when asked', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    expect(await page.locator('#table').getAttribute('data-round')).toBe('2')
    await page.getByRole('button', { name: 'Blind · 2 : 2' }).click()
    expect(await page.locator('#table').getByText('2 of 4').count()).toBeGreaterThan(0)
    expect(await page.getByText('Performance crossed:').isVisible()).toBe(false)
  })

  test('fits the width, and has answer, dissent and what to do above the folded replay', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    const headings = await page.getByRole('heading').allTextContents()
    expect(headings).toEqual([
      'Move in January, and make SQLite last until then',
      'Dissent',
      'What to do',
      'Full report',
      'How it went',
    ])
  })

  test('shows the cited message in the replay when its number is pressed', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    await page.locator('#table').getByRole('link', { name: 'm6' }).click()
    await page.locator('article#m6').waitFor()
  })

  test('keeps the words of a seat on its own side of the line, and both texts of one that crossed apart', async () => {
    const page = await open({ reducedMotion: 'reduce' })
    const boxes = (text: string) =>
      page.locator(`#table ${text}`).evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .filter(({ width }) => width > 0)
          .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
      )
    const [line = 0] = (await boxes('.board')).map(({ left, right }) => (left + right) / 2)
    const [left, right] = [await boxes('.said.on0'), await boxes('.said.on1')]
    expect([left.length, right.length]).toEqual([1, 3])
    for (const box of left) expect(box.right).toBeLessThanOrEqual(line)
    for (const box of right) expect(box.left).toBeGreaterThanOrEqual(line)
    await page.setViewportSize({ width: 1440, height: 900 })
    const [moved] = await boxes('.moved')
    const [own] = await boxes('li:has(.moved) .said')
    expect(moved && own && (moved.right <= own.left || own.right <= moved.left)).toBe(true)
    const [words] = await boxes('.moved span')
    expect(words && moved && words.bottom < moved.bottom && words.top > moved.top).toBe(true)
  })

  test('prints the last round without controls', async () => {
    const page = await open({ reducedMotion: 'no-preference' })
    await page.emulateMedia({ media: 'print' })
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(await page.getByText('Performance crossed:').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Play' }).first().isVisible()).toBe(false)
  })
})

async function sharedDecision(): Promise<string> {
  const events = (await readExample('decision'))?.map(fromCheckedWire) ?? []
  return writeExport({ session: '01KE0000000000000000000001' as SessionId, format: 'html', events }).text
}
