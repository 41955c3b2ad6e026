import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { calling, fixesSum, writeBug } from '../../e2e/workspace.ts'
import { goTo, startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { look, visit } from './visit.ts'

const browser = await startBrowser()

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' } as const
const overhang = 'document.documentElement.scrollWidth - innerWidth'

describe.runIf(browser)('on a phone in dark mode', () => {
  test('a user on the go watches a run, approves its requests and reads the result', async () => {
    const held = Promise.withResolvers<void>()
    const { link, models, client } = await realServer({}, writeBug)
    models.script([
      on(
        { heading: 'Respond' },
        calling(['read', { path: 'sum.mjs' }]),
        async () => {
          await held.promise
          return calling(fixesSum)
        },
        { text: 'The sum adds now.' },
      ),
    ])
    const made = await client.createSession({ goal: 'Fix the sum, then say what was wrong with it.', mode: 'agent' })
    if (!made.ok) throw new Error(made.refusal.message)
    const page = await visit(browser, link, phone)
    await page.getByRole('button', { name: 'Sessions', exact: true }).tap()
    const row = page.getByRole('dialog').getByRole('link', { name: /Fix the sum/u })
    await row.waitFor()
    await look(page, 'phone-rail')
    await row.tap()
    await page.getByText('Thinking', { exact: true }).first().waitFor()
    await look(page, 'phone-watching')
    held.resolve()

    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('sum.mjs').first().waitFor()
    await page.getByRole('status').getByText('Needs you').waitFor()
    expect(await page.evaluate(overhang)).toBe(0)
    for (const answer of ['Allow once', 'For this session', 'Always', 'Deny']) {
      const box = await dock.getByRole('button', { name: answer }).boundingBox()
      expect([answer, box && box.x >= 0 && box.x + box.width <= 390 && box.y + box.height <= 844]).toEqual([
        answer,
        true,
      ])
    }
    await look(page, 'phone-approval')
    await dock.getByRole('button', { name: 'Allow once' }).tap()
    await dock.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText('Done').waitFor()
    await look(page, 'phone-done')

    await page.getByRole('button', { name: 'Details' }).tap()
    await page.getByRole('tab', { name: /Files/u }).tap()
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: /sum\.mjs/u })
      .tap()
    await page.getByRole('group', { name: 'Diff' }).waitFor()
    await look(page, 'phone-files')
    await goTo(page, `/session/${made.value.id}/result`)
    await page.getByRole('region', { name: 'Answer' }).getByText('The sum adds now.').waitFor()
    expect(await page.evaluate(overhang)).toBe(0)
    await look(page, 'phone-result')
    expect(page.complaints).toEqual([])
  })
})
