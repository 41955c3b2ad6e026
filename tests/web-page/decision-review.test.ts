import { type ModelServer, on, startModelServer } from '@convene/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { accessProblems } from './check-access.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()
const goal = 'Should the shop keep its sessions in Redis or in Postgres?'
let models: ModelServer
let program: Served
let session: string

/** Three vendors behind one server, and decisions that are due at once. */
const settings = (url: string) => {
  const provider = { type: 'openai-compatible', baseURL: `${url}/v1` }
  return {
    model: 'alpha/one',
    pool: ['alpha/one', 'beta/one', 'gamma/one'],
    providers: { alpha: provider, beta: provider, gamma: provider },
    decisions: { reviewAfter: 0 },
  }
}

beforeAll(async () => {
  models = await startModelServer({ models: ['one'] })
  models.script([
    on({ heading: 'Clarify' }, { text: 'CLEAR: nothing to ask.' }),
    on(
      { heading: 'Topic' },
      { text: 'Where sessions live.\nOPTION: Keep Redis\nOPTION: Move to Postgres\nFIELD: data' },
    ),
    on({ heading: 'Contribute' }, { text: 'One store.\nVOTE: B\nPROBABILITIES: A 1, B 99\nREASON: fewer parts' }),
  ])
  program = await realProgram({}, { files: { 'config.json': JSON.stringify(settings(models.url)) } })
  const { id } = given(await program.client.createSession({ goal, mode: 'panel', yes: true }))
  await until(async () => given(await program.client.session({ id })).session.phase === 'completed')
  session = id
})
afterAll(async () => {
  await program.remove()
  await models.close()
})

async function open(place: string) {
  const page = await openPage(browser as Browser, program.link)
  onTestFinished(() => page.context().close())
  await page.getByLabel('Goal').waitFor()
  if (place !== '/') await goTo(page, place)
  return page
}

describe.runIf(browser)('a decision that two panelists made', () => {
  test('says on its result how many were asked, what that saved, and what one model would have said', async () => {
    const page = await open(`/session/${session}/result`)
    const compared = page.getByRole('list', { name: 'Compared with' })
    await compared.getByText('Asked: 2 panelists; no other vote could change the result.').waitFor()
    expect(await compared.getByText(/About 2 calls.* saved\./u).count()).toBe(1)
    expect(await compared.getByText('One model alone would have said the same.').count()).toBe(1)
    expect(page.complaints).toEqual([])
  })

  test('heads a count that is the only one “Votes”', async () => {
    const page = await open(`/session/${session}/result`)
    const counts = page.getByRole('group', { name: 'Counts' })
    await expect.poll(() => counts.getByRole('columnheader').allTextContents()).toEqual(['Option', 'Votes'])
  })

  test('does not suggest a question again that was asked', async () => {
    const page = await open(`/session/${session}/result`)
    const suggested = page.getByRole('list', { name: 'Suggested questions' }).getByRole('button')
    await suggested.getByText('The strongest argument against it?').click()
    await expect.poll(() => suggested.allTextContents()).toEqual(['What would change this answer?'])
  })

  test('is offered for review on the start page, and one key fills the track record', async () => {
    const page = await open('/')
    const due = page.getByRole('region', { name: 'How did it turn out?' })
    await due.getByText('Today: Move to Postgres, 2 : 0. How did it turn out?').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('n')
    await expect.poll(() => due.count()).toBe(0)
    await goTo(page, '/records')
    await page.getByText('Teams were right in 0 of 1 resolved decision.').waitFor()
    expect(await page.getByText('Said it was 99 % sure, was right 0 % of the time: 99 points too sure.').count()).toBe(
      2,
    )
    await page.getByRole('heading', { name: 'Wrong together' }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    expect(page.complaints).toEqual([])
  })
})
