import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { downloadText } from '../web/download-text.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram, squadFiles } from './real-program.ts'
import { picture } from './stories/visit.ts'

const browser = await startBrowser()
let program: Served
let panel: string

beforeAll(async () => {
  program = await realProgram(squadFiles)
  panel = await finished({ mode: 'panel', limits: { maxTurns: 6 } })
})
afterAll(async () => {
  await program.remove()
})

/** A finished run. */
async function finished(wish: { readonly [key: string]: unknown }): Promise<string> {
  const goal = 'Should the shop keep its sessions in Redis or in Postgres?'
  const { id } = given(await program.client.createSession({ goal, yes: true, ...wish }))
  await until(async () => given(await program.client.session({ id })).session.phase === 'completed')
  return id
}

async function open(place: string, options = {}) {
  const page = await openPage(browser as Browser, program.link, { acceptDownloads: true, ...options })
  await page.getByLabel('Goal').waitFor()
  await goTo(page, place)
  return page
}

describe.runIf(browser)('the result page', () => {
  test("shows a rehearsal's answer first, then the votes and the cost, and no empty part", async () => {
    const page = await open(`/session/${panel}/result`)
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    // A rehearsal has nothing to say under the other headings of a report.
    const wanted = ['Answer', 'Disagreements', 'Follow-ups', 'Ballots', 'Cost']
    const others = ['What to do', 'Risks', 'Agreements', 'Minority report']
    // Some parts arrive a moment after the answer.
    const shown = async () => {
      const titles = await page.getByRole('heading', { level: 2 }).allTextContents()
      return titles.filter((title) => [...wanted, ...others].includes(title))
    }
    await expect.poll(shown).toEqual(wanted)
    const counts = page.getByRole('group', { name: 'Counts' })
    expect(await counts.getByRole('columnheader').allTextContents()).toEqual(['Option', 'Votes'])
    expect(await page.getByRole('list', { name: 'Votes' }).getByRole('listitem').count()).toBe(3)
    expect(await page.getByRole('row', { name: /^Together/u }).count()).toBe(1)
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)('fits all counts and costs on a %s phone', async (colorScheme) => {
    const page = await open(`/session/${panel}/result`, { viewport: { width: 390, height: 844 }, colorScheme })
    for (const name of ['Counts', 'Cost by agent']) {
      const table = page.getByRole('group', { name })
      await table.scrollIntoViewIfNeeded()
      await picture(page, `phone-${name}-${colorScheme}`)
      const hidden = await page.evaluate(`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(
        document.querySelector('[aria-label="${name}"]'))`)
      expect([name, hidden]).toEqual([name, 0])
    }
    await page.context().close()
  })

  test('links from a claim to its message', async () => {
    const page = await open(`/session/${panel}/result`)
    await page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: 'Go to message m4' }).click()
    await page.locator('[data-message=m4]').first().waitFor()
    await expect.poll(() => page.locator('[data-message=m4]').first().isVisible()).toBe(true)
    await page.goBack()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await page.context().close()
  })

  test.each([
    ['Markdown', '## Executive Summary'],
    ['JSON', '"run.finished"'],
    ['One HTML file to share', '<!doctype html>'],
  ])('is exported as %s', async (name, content) => {
    const page = await open(`/session/${panel}/result`)
    await page.getByRole('region', { name: 'Answer' }).waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    // The file is written in a thread that loads the sources first: on a busy machine that takes longer than a click.
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    expect((await downloadText(download)).toLowerCase()).toContain(content.toLowerCase())
    await page.context().close()
  })

  test('has no decision records to export after a rehearsal, and says so', async () => {
    const page = await open(`/session/${panel}/result`)
    await page.getByText('A rehearsal decides nothing').waitFor()
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Decision records (ADR)' }).click()
    await page.getByText('No decision records in this session').waitFor()
    await page.context().close()
  })

  test('says that it was a rehearsal, and not that it is done', async () => {
    const page = await open(`/session/${panel}/result`)
    await page.getByRole('main').getByText('Rehearsal', { exact: true }).first().waitFor()
    expect(await page.getByRole('main').getByText('Done', { exact: true }).count()).toBe(0)
    await page.context().close()
  })

  test('shows the answers of a broadcast side by side', async () => {
    const id = await finished({ agents: ['architect', 'security'] })
    const page = await open(`/session/${id}/result`)
    const answer = page.getByRole('region', { name: 'Answer' })
    await answer.getByRole('heading', { name: 'Architect' }).waitFor()
    await answer.getByRole('heading', { name: 'Security' }).waitFor()
    await page.context().close()
  })

  test('is forked and compared with its fork, with their shared history', async () => {
    const page = await open(`/session/${panel}/result`)
    await page.getByRole('button', { name: 'Change one thing' }).click()
    await page.getByRole('button', { name: 'Fork unchanged' }).click()
    await page.getByText('Forked', { exact: true }).waitFor()
    const fork = String(await page.evaluate('location.hash'))
      .split('/')
      .at(-1)
    await goTo(page, `/compare/${panel}/${fork}`)
    await page.getByText(/Both share the first \d+ events/u).waitFor()
    await page.getByRole('heading', { name: 'Decisions' }).waitFor()
    expect(await page.getByText('Same', { exact: true }).count()).toBeGreaterThan(0)
    await page.context().close()
  })
})
