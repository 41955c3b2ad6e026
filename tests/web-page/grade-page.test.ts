import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArmReply, EvalPlan } from '@convene/eval'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Served } from '../../apps/server/src/server.fixture.ts'
import { accessProblems } from './check-access.ts'
import { goTo, openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'

const browser = await startBrowser()
const id = '01KE0000000000000000000001'
let program: Served
let folder: string

const reply = (text: string): ArmReply => ({
  text,
  said: null,
  probability: null,
  ballots: [],
  cost: { usd: 0.01, unpriced: 0, tokens: 900, calls: 1 },
  ms: 1_000,
})

const question = (number: number) => ({
  id: `q${number}`,
  question: `Should the shop split its orders table? Case ${number}.`,
  options: [],
  topic: 'data',
  truth: null,
  rubric: 'Names the cost of moving back.',
})

const plan: EvalPlan = {
  version: 1,
  id,
  name: 'questions.jsonl',
  workspace: '/',
  createdAt: 0,
  arms: ['single', 'panel'],
  model: null,
  team: null,
  judge: null,
  grade: 'human',
  seats: {},
  questions: [question(1), question(2), question(3)],
  recorded: {},
}

/** An eval whose arms have answered: alone says "Alone", the panel "Together". */
beforeAll(async () => {
  program = await realProgram()
  folder = join(program.open.program.home, 'evals', id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'eval.json'), JSON.stringify(plan))
  const lines = plan.questions.flatMap(({ id: of }) => [
    { type: 'replied', unit: `sample 0 ${of}`, reply: reply('**Alone**: wait until the table is slow.') },
    { type: 'replied', unit: `panel ${of}`, reply: reply('**Together**: split it by month now. [m4]') },
  ])
  writeFileSync(join(folder, 'journal.jsonl'), lines.map((line) => `\n${JSON.stringify(line)}`).join(''))
})
afterAll(() => program.remove())

/** The user's grades by pair, without undone ones. */
const grades = () =>
  readFileSync(join(folder, 'journal.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('graded"'))
    .map(
      (line) => JSON.parse(line) as { readonly type: string; readonly pair: string; readonly better?: string | null },
    )

describe.runIf(browser)('the grading page', () => {
  test('is used with the keyboard alone, names no arm, and can be undone', async () => {
    const page = await openPage(browser as Browser, program.link)
    await page.getByLabel('Goal').waitFor()
    await goTo(page, `/eval/${id}`)
    const status = page.getByRole('status').filter({ hasText: 'pairs graded' })
    await page.getByRole('region', { name: 'Answer 2' }).waitFor()
    expect(await status.textContent()).toBe('0 of 3 pairs graded')
    expect(await page.locator('main').textContent()).not.toMatch(/single|panel|\[m4\]/u)
    expect(await accessProblems(page)).toEqual([])
    const first = await page.getByRole('region', { name: 'Answer 1' }).textContent()

    await page.keyboard.press('1')
    await expect.poll(() => status.textContent()).toBe('1 of 3 pairs graded')
    expect(grades().at(-1)?.better).toBe(first?.includes('Alone') ? 'single' : 'panel')
    await page.keyboard.press('u')
    await expect.poll(() => status.textContent()).toBe('0 of 3 pairs graded')
    expect(grades().at(-1)?.type).toBe('ungraded')

    for (const [key, done] of [
      ['0', '1 of 3'],
      ['2', '2 of 3'],
      ['1', '3 of 3'],
    ] as const) {
      await page.keyboard.press(key)
      await expect.poll(() => status.textContent()).toBe(`${done} pairs graded`)
    }
    expect(grades().find(({ better }) => better === null)?.pair).toContain('q1')
    await page.getByRole('region', { name: 'Result' }).getByText('Cannot tell whether panel is better').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.keyboard.press('u')
    await page.getByRole('region', { name: 'Answer 1' }).waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('says so if the eval does not exist', async () => {
    const page = await openPage(browser as Browser, program.link)
    await page.getByLabel('Goal').waitFor()
    await goTo(page, '/eval/01KE0000000000000000000009')
    await page.getByText('Eval not found').waitFor()
    await page.context().close()
  })
})
