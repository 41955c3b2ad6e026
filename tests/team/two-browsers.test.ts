import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpaceRole } from '@convene/team'
import { OPERATOR, openPostgresStore, secretHash } from '@convene/team'
import { on, sharedPostgres } from '@convene/testkit'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pageFolder } from '../../scripts/web.mjs'
import { calling } from '../e2e/workspace.ts'
import { leftOut } from '../runner/skip-reasons.ts'
import { goTo, openPage, startBrowser } from '../web-page/open-page.ts'
import { choose, picture, start } from '../web-page/stories/visit.ts'
import { startBalancer } from './balancer.ts'
import { newTeam, skippedWithout } from './nodes.ts'

const found = await sharedPostgres()
/** The short variant is in `live-text.test.ts`. */
const isWanted = process.env.CONVENE_LONG || process.env.CONVENE_CHAOS || !leftOut('npm run test:chaos runs it')
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
    .getByRole('log', { name: 'Transcript' })
    .locator('[data-message]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-message')))

/** The pages of both servers, as a copy, because another test may rebuild them. */
function pages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'convene-page-'))
  cpSync(pageFolder, folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A logged-in user's page, at the address of one server or of the balancer. */
async function pageOf(url: string, address: string, name: string, role: SpaceRole) {
  if (!browser) throw new Error('no browser runs here')
  const { accounts, close } = await openPostgresStore({ url, capacity: 0 })
  const { id } = await accounts.createPerson({ name, email: null }, OPERATOR)
  await accounts.setRole({ space: 'main', person: id, role }, OPERATOR)
  const login = { person: id, space: 'main', expiresAt: Date.now() + 3_600_000 }
  await accounts.createLogin({ ...login, hash: secretHash(`the-login-of-${name}`) })
  await close()
  const page = await openPage(browser, 'about:blank')
  onTestFinished(() => page.context().close())
  const { hostname, port } = new URL(address)
  const cookie = { name: `convene-login-${port}`, value: `the-login-of-${name}`, domain: hostname, path: '/' }
  await page.context().addCookies([cookie])
  await page.goto(`${address}/login`)
  await page.getByLabel('Goal').waitFor()
  return page
}

describe.runIf(browser)('two users on two servers', () => {
  test("one starts a panel and sees who approved it, the other's server is killed, and both see it end once", async () => {
    const balancer = await startBalancer()
    const settings = { server: { allowHosts: [balancer.host] }, permissions: { read: 'ask' } }
    const url = 'server' in found ? await found.server.database() : ''
    const team = await newTeam(url, settings, { CONVENE_PAGES: pages() })
    team.models.script(rules)
    const [a, b] = [await team.node('all'), await team.node('all')]
    balancer.use(a.address, b.address)

    const bert = await pageOf(url, b.address, 'Bert', 'member')
    await bert.getByLabel('Goal').fill('Should the shop keep its sessions in Redis or move them to Postgres?')
    await choose(bert, 'Team', /Quick Panel/u)
    const id = await start(bert)
    await bert.keyboard.press('t')

    const ada = await pageOf(url, `http://${balancer.host}`, 'Ada', 'approver')
    await goTo(ada, `/session/${id}`)
    // Each answer moves the run to the server that took it: from here on it is Ada's.
    const gate = ada.getByRole('region', { name: 'Gate: topic' })
    await gate.waitFor()
    await ada.keyboard.press('t')
    await gate.getByRole('button', { name: /^Approve/u }).click()
    const ask = ada.getByRole('region', { name: 'Approval' })
    await ask.getByText('notes.md').first().waitFor()
    await bert.getByText('Waits for an approver').waitFor()
    await picture(ada, 'two-servers-approval')
    await ask.getByRole('button', { name: 'Allow once' }).click()
    await bert.getByText('Allowed once by Ada').first().waitFor()
    for (const page of [ada, bert]) await page.getByText('Lost words.').first().waitFor()
    await picture(bert, 'two-servers-streaming')

    a.launched.child.kill('SIGKILL')
    for (const page of [ada, bert]) await page.getByRole('status').getByText('Done').waitFor()
    await picture(ada, 'two-servers-ada')
    await picture(bert, 'two-servers-bert')

    const events = await team.events()
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.filter(({ type }) => type === 'effect.lost')).toHaveLength(1)
    const messages = events.flatMap((event) => (event.type === 'message' ? [event.id] : []))
    for (const page of [ada, bert]) {
      expect(await page.getByText('Lost words.').count()).toBe(0)
      // Only visible rows are rendered.
      await page.setViewportSize({ width: 1440, height: 6_000 })
      // Panelists who speak at the same time appear in the order in which they began.
      await expect.poll(async () => (await shownOn(page)).toSorted()).toEqual(messages.toSorted())
      expect(page.complaints).toEqual([])
    }
  })
})
