import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ownRules } from '@convene/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptPage } from '../../scripts/receipt-page.mjs'
import { type OpenedPage, openPage, startBrowser } from '../web-page/open-page.ts'
import { dataOf, forged, options, panel, receiptOf } from './signed-logs.ts'

const folder = mkdtempSync(join(tmpdir(), 'receipt-page-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'verify-receipt.html')
const browser = await startBrowser()
beforeAll(async () => writeFileSync(file, await receiptPage()))

/** The page, opened from a folder without a network. */
async function offline(): Promise<OpenedPage> {
  if (!browser) throw new Error('no browser')
  const page = await openPage(browser, pathToFileURL(file).href)
  await page.context().setOffline(true)
  return page
}

/** What the page says about a file with this text. */
async function saidOf(page: OpenedPage, text: string | Buffer): Promise<string> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text
  await page.locator('#file').setInputFiles({ name: 'receipt.jsonl', mimeType: 'application/json', buffer })
  await expect.poll(() => page.locator('#result').getAttribute('data-state')).not.toBe('busy')
  return (await page.locator('#result').innerText()).replaceAll(/\s+/gu, ' ')
}

describe.skipIf(!browser)(`the page that checks receipts${browser ? '' : ' (left out: no Chromium runs here)'}`, () => {
  test('says that a receipt is valid, whole and redacted, without a network', async () => {
    const page = await offline()
    for (const redact of [false, true]) {
      const said = await saidOf(page, receiptOf(panel, redact))
      expect(said).toMatch(/^Valid receipt\.jsonl Signed by [0-9a-f]{64}/u)
      expect(said).toContain('follows from the events')
      expect(said.includes('Left out')).toBe(redact)
    }
  })

  test('names the place of a changed byte, a dropped event and a result that does not follow', async () => {
    const page = await offline()
    const whole = receiptOf(panel, false)
    const lines = whole.split('\n')
    const flipped = Buffer.from(whole)
    flipped[whole.indexOf(lines[40] ?? '') + 30] = 0x21
    expect(await saidOf(page, flipped)).toMatch(/^Not valid receipt\.jsonl In event 40: /u)
    expect(await saidOf(page, lines.filter((_, index) => index !== 40).join('\n'))).toContain('Not valid')
    const other = options.find((one) => one !== dataOf('decision.committed')?.option)
    const lie = forged((wire) =>
      wire.type === 'decision.committed'
        ? { ...wire, data: { ...(wire.data as object), option: other } as never }
        : wire,
    )
    expect(await saidOf(page, lie)).toContain('lead to another result')
  })

  test('says which rules it lacks, instead of confirming or refusing', async () => {
    const page = await offline()
    const other = options.find((one) => one !== dataOf('decision.committed')?.option)
    const rules = { ...ownRules, counting: ownRules.counting + 3 }
    const text = forged((wire) => {
      if (wire.type === 'run.finished') return { ...wire, data: { ...(wire.data as object), rules } as never }
      if (wire.type !== 'decision.committed') return wire
      return { ...wire, data: { ...(wire.data as object), option: other, rules } as never }
    })
    const said = await saidOf(page, text)
    expect(said).toContain('Valid as far as this version can tell')
    expect(said).toContain('counting rule 4')
  })

  test.each([
    ['nothing', ''],
    ['another file', '# Notes\n\nNothing.\n'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['markup', '<script>document.title = "hacked"</script>\n<b>x</b>\n\n'],
  ])('refuses %s, and reads the next file', async (_, text) => {
    const page = await offline()
    expect(await saidOf(page, text)).toMatch(/^Not valid/u)
    expect(await page.title()).toBe('Check a Convene receipt')
    expect(await saidOf(page, receiptOf(panel, true))).toMatch(/^Valid/u)
  })
})
