import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SpaceRole } from '@convene/team'
import { secretHash } from '@convene/team'
import { answers, calls, gitServer, says, scriptedModel } from '@convene/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { given } from '../../apps/server/src/server.fixture.ts'
import { pageFolder } from '../../scripts/web.mjs'
import { newPlace, until } from '../e2e/launch.ts'
import { type TeamServerFixture, teamServer } from '../people/team-server.ts'
import { accessProblems } from './check-access.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { wants } from './stories/visit.ts'

/** An agent asks to run a command, and is done after the answer. */
const model = scriptedModel(
  answers((request) =>
    JSON.stringify(request).includes('made') ? says('It is done.') : calls('bash', { command: 'touch made' }),
  ),
)

// Builds the page if it is outdated.
const browser = await startBrowser()
const assets = mkdtempSync(join(tmpdir(), 'convene-page-'))
cpSync(pageFolder, assets, { recursive: true })
const started = browser && (await teamServer({ model, assets }))
const server = started as TeamServerFixture
const repository = await gitServer()

afterAll(async () => {
  await started?.close()
  await repository.close()
  rmSync(assets, { recursive: true, force: true })
})

let count = 0

/** A logged-in user's page. */
async function pageOf(
  space: string,
  role: SpaceRole,
  name: string,
  options = {},
): Promise<Page & { readonly id: string }> {
  const { id } = await server.somebody(space, role, name)
  count += 1
  const login = { hash: secretHash(`a-login-${count}`), person: id, space, expiresAt: Date.now() + 3_600_000 }
  await server.accounts.createLogin(login)
  const page = await openPage(browser as Browser, 'about:blank', options)
  onTestFinished(() => page.context().close())
  const { hostname, port } = new URL(server.address)
  await page
    .context()
    .addCookies([{ name: `convene-login-${port}`, value: `a-login-${count}`, domain: hostname, path: '/' }])
  await page.goto(`${server.address}/login`)
  await page
    .getByRole('navigation', { name: 'Sessions' })
    .or(page.getByRole('button', { name: 'Sessions' }))
    .first()
    .waitFor()
  return Object.assign(page, { id })
}

const look = async (page: Page, name: string) => {
  if (process.env.LOOK) await page.screenshot({ path: `${process.env.LOOK}/${name}.png` })
}

describe.skipIf(!started)('the page of a server with people', () => {
  test('says who is logged in and where, and ends the login', async () => {
    const page = await pageOf('main', 'member', 'Ana Byron')
    const account = page.getByRole('button', { name: /Ana Byron.*member/u })
    await account.waitFor()
    await account.click()
    await look(page, 'menu')
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { name: 'Log in to Convene' }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await look(page, 'login')
    await page.goto(server.address)
    await page.getByRole('heading', { name: 'Log in to Convene' }).waitFor()
  })

  test('offers the answers to an approval only to approvers, and says who approved', async () => {
    const space = await server.newSpace()
    const [ana, ben] = [await pageOf(space, 'member', 'Ana'), await pageOf(space, 'approver', 'Ben')]
    await ana.getByLabel('Goal').fill('Do it.')
    await ana
      .getByRole('button', { name: /^Start/u })
      .first()
      .click()
    await ana.getByText('Waits for an approver').waitFor()
    await look(ana, 'waits')
    expect(await ana.getByRole('button', { name: /Allow once/u }).count()).toBe(0)
    await ben.getByRole('link', { name: /Do it/u }).first().click()
    await ben.getByText('Only Ana or an admin can write here').waitFor()
    expect(await ben.getByRole('button', { name: /Stop|Pause/u }).count()).toBe(0)
    await look(ben, 'approves')
    expect(await ben.getByRole('button', { name: /Always/u }).count()).toBe(0)
    await ben.getByRole('button', { name: /Allow once/u }).click()
    await ana.getByText('Allowed once by Ben').first().waitFor()
    await look(ana, 'approved')
  })

  test('shows who else is viewing a session, and notifies users of a mention until they have looked', async () => {
    const space = await server.newSpace()
    const [ana, ben] = [await pageOf(space, 'member', 'Ana'), await pageOf(space, 'approver', 'Ben Miller')]
    await ana.getByLabel('Goal').fill('Do it.')
    await ana
      .getByRole('button', { name: /^Start/u })
      .first()
      .click()
    const composer = ana.getByLabel('Message to the team')
    await composer.fill('Please decide, @be')
    await ana.getByRole('button', { name: '@Ben Miller' }).waitFor()
    await look(ana, 'mention-suggested')
    await composer.press('Tab')
    expect(await composer.inputValue()).toBe('Please decide, @Ben Miller ')
    await composer.press('Enter')
    await ana.getByText('Please decide, @Ben Miller').first().waitFor()
    expect(await ana.getByLabel('Mentions').count()).toBe(0)
    await ben.reload()
    const mentions = ben.getByRole('list', { name: 'Mentions' })
    await mentions.getByText('Ana mentioned you').waitFor()
    await look(ben, 'mentioned')
    await mentions.getByRole('link').click()
    await ben.getByLabel('Also here: Ana').waitFor()
    await ana.reload()
    await ana.getByLabel('Also here: Ben Miller').waitFor()
    await look(ana, 'watching')
    expect(await accessProblems(ana)).toEqual([])
    await goTo(ben, '/')
    await ben.reload()
    await ben.getByText('Do it.').first().waitFor()
    expect(await mentions.count()).toBe(0)
  })

  test('counts as needed only what its user can answer', async () => {
    const space = await server.newSpace()
    const { client } = await server.somebody(space, 'member', 'Ana')
    await client.createSession({ goal: 'Wait for somebody.', agents: ['coder'], mode: 'agent' })
    const [vic, ben] = [await pageOf(space, 'viewer', 'Vic'), await pageOf(space, 'approver', 'Ben')]
    await ben.getByRole('radio', { name: 'Needs you 1' }).waitFor()
    await vic.getByText('waiting for someone else').first().waitFor({ state: 'attached' })
    expect(await vic.getByRole('radio', { name: 'Needs you', exact: true }).count()).toBe(1)
    await look(vic, 'waits-for-others')
  })

  test('lets an admin change roles and the budget, and shows them who changed what', async () => {
    const space = await server.newSpace()
    const admin = await pageOf(space, 'admin', 'Ada')
    await server.somebody(space, 'viewer', 'Vic <b>')
    await goTo(admin, '/settings/people')
    await admin.getByRole('combobox', { name: 'Role of Vic <b>' }).click()
    await admin.getByRole('option', { name: /Approver/u }).click()
    await admin.getByLabel(/Limit per month/u).fill('25')
    await admin.getByRole('button', { name: 'Save limit' }).click()
    await admin.getByText('of $25.00').waitFor()
    await admin.reload()
    await admin.getByRole('list', { name: 'Audit' }).getByText('Vic <b>: approver').first().waitFor()
    await look(admin, 'people')
    expect(await accessProblems(admin)).toEqual([])
    expect((await server.accounts.members(space)).map(({ role }) => role).sort()).toEqual(['admin', 'approver'])
  })

  test('makes an access token that is shown once, works, and is revoked', async () => {
    const page = await pageOf('main', 'member', 'Ana', { viewport: { width: 390, height: 844 } })
    await goTo(page, '/settings/tokens')
    await page.getByLabel('New token').fill('nightly')
    await page.getByRole('button', { name: 'Create token' }).click()
    const secret = (await page.locator('code', { hasText: 'convene_' }).textContent()) ?? ''
    await look(page, 'tokens-phone')
    expect(await accessProblems(page)).toEqual([])
    const status = async () =>
      (await fetch(`${server.address}/api/me`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await status()).toBe(200)
    await page.getByRole('button', { name: 'Revoke nightly' }).click()
    await page.getByRole('button', { name: 'Revoke nightly' }).waitFor({ state: 'detached' })
    expect(await status()).toBe(401)
  })

  test('logs a terminal in once its code is entered, and the terminal logs itself out', async () => {
    const page = await pageOf('main', 'member', 'Ana')
    const terminal = newPlace()
    onTestFinished(() => terminal.remove())
    const login = terminal.launch(['login', server.address])
    onTestFinished(() => void login.child.kill('SIGKILL'))
    let said = ''
    login.child.stderr?.on('data', (text: string) => {
      said += text
    })
    const link = await until(() => /^http\S+#(\/connect\/\S+)\n/mu.exec(said)?.[1])
    await goTo(page, link)
    const code = /the code ([0-9A-F]{4}-[0-9A-F]{4})/u.exec(said)?.[1] ?? 'none'
    const confirm = page.getByRole('main').getByRole('button', { name: 'Log in' })
    await page.getByLabel('Code').fill('0000-0000')
    await confirm.click()
    await page.getByText('This is not the code of this login').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.getByLabel('Code').fill(code)
    await look(page, 'connect')
    await confirm.click()
    await page.getByText('is logged in').waitFor()
    expect(await login.ended).toMatchObject({ code: 0, stderr: expect.stringContaining('as Ana, in the space Main') })
    expect((await terminal.convene('sessions')).code).toBe(0)
    expect((await terminal.convene('logout')).code).toBe(0)
    const tokens = (await server.accounts.tokens(page.id)).map(({ name }) => name)
    expect(tokens).toEqual(['test'])
  })

  test('changes nothing in a space that another tab switched to', async () => {
    const [shown, other] = [await server.newSpace(), await server.newSpace()]
    const page = await pageOf(shown, 'admin', 'Ada')
    await goTo(page, '/settings/people')
    await page.getByLabel(/Limit per month/u).fill('25')
    const by = { id: 'operator', name: 'operator' }
    await server.accounts.setRole({ space: other, person: page.id, role: 'admin' }, by)
    expect(await server.accounts.switchSpace(secretHash(`a-login-${count}`), other)).toBe(true)
    await page.getByRole('button', { name: 'Save limit' }).click()
    await page.getByText('in another tab. Reload this page.').first().waitFor()
    for (const space of [shown, other])
      expect(await server.accounts.budget(space, '2026-11')).toMatchObject({ limitUsd: null })
  })

  test('starts a session in a repository of the space, at a branch', async () => {
    const space = await server.newSpace()
    server.giveRepositories(space, [{ url: repository.address, push: true }])
    const page = await pageOf(space, 'member', 'Ana')
    await page.getByRole('button', { name: /^Workspace:/u }).click()
    await page.getByRole('tab', { name: 'Repository' }).click()
    const address = page.getByRole('textbox', { name: 'Repository' })
    await address.fill('https://elsewhere.example/shop.git')
    await page.getByText('This space may not clone it.').waitFor()
    await page.getByRole('button', { name: /^Everything in/u }).click()
    expect(await page.getByRole('button', { name: 'Use this repository' }).isDisabled()).toBe(true)
    await address.fill(repository.url)
    await page.getByLabel('Branch, tag or commit').fill('next')
    await look(page, 'repository')
    expect(await accessProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this repository' }).click()
    await page.getByRole('button', { name: 'Workspace: shop.git next' }).waitFor()
    await page.getByLabel('Goal').fill('What is in it?')
    await wants(page, 'Just ask one')
    await page.getByLabel('Goal').press('Control+Enter')
    await page.waitForURL(/session/u)
    await look(page, 'repository-session')
    const { items } = given(await (await server.somebody(space, 'viewer')).client.sessions({}))
    expect(items.map(({ workspace }) => workspace)).toEqual([`git:${repository.url}@${repository.commits[1]}`])
  })

  test('tells a viewer what they can do, and shows no session of another space', async () => {
    const [one, other] = [await server.newSpace(), await server.newSpace()]
    const { client } = await server.somebody(one, 'member', 'Ana')
    await client.createSession({ goal: 'A goal of Ana', agents: ['coder'], mode: 'agent' })
    const viewer = await pageOf(other, 'viewer', 'Vic')
    await viewer.getByText('You can read sessions here').waitFor()
    await viewer.getByText('No sessions yet').waitFor()
    await look(viewer, 'viewer')
  })
})
