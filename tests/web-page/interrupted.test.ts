import type { SessionId } from '@convene/domain'
import type { Model } from '@convene/engine'
import { prepareRun } from '@convene/host'
import { hangs, says, scriptedModel } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { given } from '../../apps/server/src/server.fixture.ts'
import { goTo } from './open-page.ts'
import { realPage } from './page-fixture.ts'
import { programBeside } from './program-beside.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await realPage()

const editor = (model: Model) => programBeside(program(), model)

/** A session whose process ended while its model was answering. */
async function leftSession(): Promise<SessionId> {
  const first = editor(scriptedModel(hangs('Let me')))
  const run = await prepareRun(first.program, { mode: 'agent', model: 'vscode/gpt', interactive: true })
  if (!run.ok) throw new Error(run.refusal.message)
  const id = (await first.program.ids()).next() as SessionId
  const goal = 'Explain the cache.'
  const { workspace } = program()
  await (await first.program.engine()).resume(id, { type: 'create', goal, workspace, run: run.value.start })
  await first.close()
  return id
}

describe.runIf(browser)('a session whose process is gone', () => {
  test('is interrupted on every surface, and says so until it continues', async () => {
    const id = await leftSession()
    const { client } = program()
    const interrupted = async () => given(await client.session({ id })).session.interrupted
    await expect.poll(interrupted).toBe(true)
    const page = await open(`/session/${id}`)
    const state = page.locator('header').getByRole('status')
    const row = page.locator(`nav a[href$="${id}"]`)
    await state.getByText('Interrupted').waitFor()
    await row.getByText('Interrupted').waitFor()
    await picture(page, 'interrupted')
    for (const format of ['md', 'html'] as const)
      expect(given(await client.exportSession({ id, format }))).toContain('Interrupted')
    expect(given(await client.compareSessions({ a: id, b: id })).runs.a?.interrupted).toBe(true)
    const second = editor(scriptedModel(says('It keeps the last ten.')))
    await (await second.program.engine()).resume(id)
    await state.getByText('Done').waitFor()
    await row.getByText('Done').waitFor()
    await goTo(page, `/session/${id}/result`)
    await page.locator('main').getByText('Done').first().waitFor()
  })

  test('says Running again while a process works on it, and Interrupted on its result page before', async () => {
    const id = await leftSession()
    const page = await open(`/session/${id}/result`)
    await page.locator('main').getByText('Interrupted').waitFor()
    await goTo(page, `/session/${id}`)
    const state = page.locator('header').getByRole('status')
    await state.getByText('Interrupted').waitFor()
    const second = editor(scriptedModel(hangs('Let me')))
    await (await second.program.engine()).resume(id)
    await state.getByText('Running').waitFor()
    expect(await state.getByText('Interrupted').count()).toBe(0)
    await picture(page, 'continued')
  })
})
