import { callsText } from '@convene/domain'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { given, until } from '../../apps/server/src/server.fixture.ts'
import { goTo } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { openDetails } from './stories/visit.ts'

const { browser, program, open: openAt } = await realPage()

/** The two places to write, and their input fields. */
const places = [
  ['the start page', 'Goal'],
  ['the composer', 'Message to the team'],
] as const

async function open(area: string): Promise<Page> {
  const page = await openAt()
  if (area === 'Goal') return page
  const { id } = given(await program().client.createSession({ goal: 'Say hello.', mode: 'agent' }))
  await until(async () => given(await program().client.session({ id })).session.phase === 'completed')
  await goTo(page, `/session/${id}`)
  await page.getByLabel(area).waitFor()
  return page
}

type Content = { readonly name: string; readonly type: string; readonly bytes: readonly number[] }
const note: Content = { name: 'note.md', type: 'text/markdown', bytes: [...Buffer.from('Sessions live in Redis.')] }
const dot: Content = {
  name: 'dot.png',
  type: 'image/png',
  bytes: [
    ...Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
}

const filled = (files: readonly Content[]): string => `(() => {
  const data = new DataTransfer()
  for (const { name, type, bytes } of ${JSON.stringify(files)}) data.items.add(new File([new Uint8Array(bytes)], name, { type }))
  return data
})()`

/** Pastes or drops files on the input, as a user would. */
async function give(page: Page, area: string, way: 'paste' | 'drop', files: readonly Content[]): Promise<void> {
  const event =
    way === 'paste'
      ? `new ClipboardEvent('paste', { clipboardData: ${filled(files)}, bubbles: true, cancelable: true })`
      : `new DragEvent('drop', { dataTransfer: ${filled(files)}, bubbles: true, cancelable: true })`
  await page.evaluate(`document.querySelector('[aria-label="${area}"]').dispatchEvent(${event})`)
}

describe.runIf(browser)('attached files', () => {
  test.each(places)('on %s are pasted, dropped, picked and removed by keyboard', async (_place, area) => {
    const page = await open(area)
    const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
    await give(page, area, 'paste', [note])
    await chips.getByText('note.md').waitFor()
    await give(page, area, 'drop', [dot])
    await chips.getByText('dot.png').waitFor()
    const picked = { name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('More.') }
    await page.getByLabel('Files to attach').setInputFiles(picked)
    await chips.getByText('more.txt').waitFor()
    await give(page, area, 'paste', [note])
    await expect.poll(() => chips.count()).toBe(3)
    await page.getByRole('button', { name: 'Remove more.txt' }).focus()
    await page.keyboard.press('Enter')
    expect((await chips.allTextContents()).toSorted()).toEqual(['dot.png', 'note.md'])
  })

  test.each(places)('on %s are refused with their name and what to do', async (_place, area) => {
    const page = await open(area)
    const large = { name: 'log.txt', type: 'text/plain', bytes: Array.from({ length: 256 * 1024 + 1 }, () => 65) }
    const binary = { name: 'tool.bin', type: 'application/octet-stream', bytes: [1, 0, 2] }
    await give(page, area, 'drop', [large, binary, note])
    const alert = page.getByRole('alert')
    await alert.getByText('log.txt is larger than 256 KB').waitFor()
    await alert.getByText('tool.bin is neither text nor a picture').waitFor()
    const chips = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
    await expect.poll(() => chips.allTextContents()).toEqual(['note.md'])
    await give(page, area, 'paste', [dot])
    await expect.poll(() => chips.count()).toBe(2)
    expect(await alert.getByText('log.txt').count()).toBe(0)
  })

  test('are sent with the goal, picture and text, and are part of the session’s goal', async () => {
    const page = await open('Goal')
    await page.getByLabel('Goal').fill('What does the note say?')
    await give(page, 'Goal', 'paste', [note, dot])
    await page.getByRole('button', { name: 'Remove dot.png' }).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Message to the team').waitFor()
    const id = /#\/session\/([0-9A-Z]+)/u.exec(page.url())?.[1] ?? ''
    const events = given(await program().client.events({ id, after: 0, limit: 50 })).items
    const asked = JSON.stringify(events.find(({ type }) => type === 'message')?.data)
    expect(asked).toContain('Sessions live in Redis.')
    expect(asked).toContain('dot.png')
  })

  test('count in the estimate on the start page as they do in the run', async () => {
    const page = await open('Goal')
    await openDetails(page)
    const shown = page.getByRole('region', { name: 'Preview' }).getByText(/tokens/u)
    const estimate = () => shown.textContent()
    await page.getByLabel('Goal').fill('What does the log say?')
    await expect.poll(estimate).toContain('tokens')
    const before = await estimate()
    const log = { name: 'log.txt', type: 'text/plain', bytes: Array.from({ length: 200_000 }, () => 65) }
    await give(page, 'Goal', 'paste', [log, dot])
    await expect.poll(estimate).not.toBe(before)
    await page.getByRole('button', { name: 'Remove dot.png' }).waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Preview' }).getAttribute('aria-busy')).toBe('false')
    const promised = await estimate()
    await page.keyboard.press('Control+Enter')
    await page.getByLabel('Message to the team').waitFor()
    const id = /#\/session\/([0-9A-Z]+)/u.exec(page.url())?.[1] ?? ''
    const { progress } = given(await program().client.session({ id }))
    expect(promised).toContain(progress && callsText(progress.estimate))
  })

  test('are sent with a message and then removed from the composer', async () => {
    const page = await open('Message to the team')
    await give(page, 'Message to the team', 'drop', [note])
    await page.getByRole('button', { name: 'Remove note.md' }).waitFor()
    await page.getByLabel('Message to the team').fill('And this?')
    await page.keyboard.press('Enter')
    await page.getByText('Sessions live in Redis.').first().waitFor()
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0)
  })

  test('stay in the composer if a command cannot take them', async () => {
    const page = await open('Message to the team')
    await give(page, 'Message to the team', 'drop', [note])
    await page.getByRole('button', { name: 'Remove note.md' }).waitFor()
    await page.getByLabel('Message to the team').fill('/fork now')
    await page.keyboard.press('Enter')
    await page.getByText('You can attach files to a message, but not to a command').waitFor()
    expect(await page.getByRole('button', { name: 'Remove note.md' }).count()).toBe(1)
    expect(await page.getByLabel('Message to the team').inputValue()).toBe('/fork now')
  })
})
