import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { on, sharedPostgres } from '@convene/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pageFolder } from '../../scripts/web.mjs'
import { calling } from '../e2e/workspace.ts'
import { goTo, startBrowser } from '../web-page/open-page.ts'
import { choose, picture, start, visit } from '../web-page/stories/visit.ts'
import { startBalancer } from './balancer.ts'
import { newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()
/** The short variant is in `live-text.test.ts`. */
const isWanted = Boolean(process.env.CONVENE_LONG || process.env.CONVENE_CHAOS)
const browser = skippedWithout(found) || !isWanted ? undefined : await startBrowser()

const sections = ['Executive Summary', 'Agreements', 'Disagreements', 'Recommendations', 'Detailed Analysis']
const more = ['Risk Assessment', 'Minority Report', 'Appendix']
const report = [...sections, ...more].map((name) => `## ${name}\n\n- Move to Postgres [m4].`).join('\n\n')
const vote = (letter: string) => ({
  text: `I looked at it.\n\nVOTE: ${letter}\nPROBABILITIES: A 30, B 70\nREASON: one store less\nCHANGED: no`,
})

/** The report is written word by word and would take a minute. Asked again, the model answers at once. */
const rules = [
  on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
  on({ heading: 'Topic' }, { text: 'Where?\n\nPROTOCOL: decide\nOPTION: Keep Redis\nOPTION: Move to Postgres' }),
  on({ heading: 'Contribute', agent: 'Architect' }, calling(['read', { path: 'notes.md' }]), vote('B')),
  on({ heading: 'Contribute' }, vote('B')),
  on(
    { heading: 'Synthesize' },
    { text: `Lost words. ${'So be it. '.repeat(200)}`, parts: 600, delayMs: 100 },
    { text: report },
  ),
  on({}, { text: report }),
]

/** The ids of all messages on the page, in order. */
const shownOn = (page: Page): Promise<readonly (string | null)[]> =>
  page
    .getByRole('log', { name: 'Timeline' })
    .locator('[data-message]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-message')))

/** The pages of both servers, as a copy: another test may rebuild them. */
function pages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'convene-page-'))
  cpSync(pageFolder, folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe.runIf(browser)('two people on two servers', { timeout: 150_000 }, () => {
  test('one starts a panel and watches it, the other approves it, whose server is killed, and both see it end once', async () => {
    const balancer = await startBalancer()
    const settings = { server: { allowHosts: [balancer.host] }, permissions: { read: 'ask' } }
    const url = 'server' in found ? await found.server.database() : ''
    const team = await newTeam(url, settings, { CONVENE_PAGES: pages() })
    team.models.script(rules)
    const [a, b] = [await team.node('all'), await team.node('all')]
    balancer.use(a.address, b.address)

    const bert = await visit(browser, b.link)
    await bert.getByLabel('Goal').fill('Should the shop keep its sessions in Redis or move them to Postgres?')
    await choose(bert, 'Team', /Quick Panel/u)
    const id = await start(bert)
    await bert.keyboard.press('2')

    const ada = await visit(browser, a.link.replace(new URL(a.link).host, balancer.host))
    await goTo(ada, `/session/${id}`)
    await ada.getByLabel('Message to the team').waitFor()
    await ada.keyboard.press('2')
    // Each answer moves the run to the server that took it: from here on it is Ada's.
    const gate = ada.getByRole('region', { name: 'Gate: topic' })
    await gate.getByRole('button', { name: /^Approve/u }).click()
    const ask = ada.getByRole('region', { name: 'Approval' })
    await ask.getByText('notes.md').first().waitFor()
    await picture(ada, 'two-servers-approval')
    await ask.getByRole('button', { name: 'Allow once' }).click()
    for (const page of [ada, bert]) await page.getByText('Lost words.').first().waitFor()
    await picture(bert, 'two-servers-streaming')

    a.launched.child.kill('SIGKILL')
    for (const page of [ada, bert]) await page.getByRole('status').getByText('Done').waitFor({ timeout: 60_000 })
    await picture(ada, 'two-servers-ada')
    await picture(bert, 'two-servers-bert')

    const events = await team.events()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ type }) => type === 'effect.lost')).toHaveLength(1)
    const messages = events.flatMap((event) => (event.type === 'message' ? [event.id] : []))
    for (const page of [ada, bert]) {
      expect(await page.getByText('Lost words.').count()).toBe(0)
      // Only what is in view is drawn.
      await page.setViewportSize({ width: 1440, height: 6_000 })
      // Those who speak at the same time are in the order in which they began.
      await expect.poll(async () => (await shownOn(page)).toSorted()).toEqual(messages.toSorted())
      expect(page.complaints).toEqual([])
    }
  })
})
