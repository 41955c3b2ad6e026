import { on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { calling } from '../../e2e/workspace.ts'
import { planOf, step } from '../../plan/crew.ts'
import { startBrowser } from '../open-page.ts'
import { realServer } from './real-server.ts'
import { choose, look, picture, start, visit } from './visit.ts'

const browser = await startBrowser()

const plan = planOf(
  step('s1', 'coder', { description: 'Choose the store and write the table.' }),
  step('s2', 'tester', { description: 'Check that a restart loses nothing.', dependsOn: ['s1'] }),
)
const proposal = {
  topic: 'Where do the sessions go?',
  options: ['SQLite', 'Postgres'],
  evidence: 'One process writes, and Postgres runs already.',
}
const votes = (option: string, agent: string) => ({ text: `VOTE: ${option}\nREASON: It is the-secret-of-${agent}.` })

const rules = () => [
  on({ heading: 'Plan' }, { text: plan }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on({ heading: 'Deliberate' }, { text: 'Both would do; one is simpler.' }),
  on({ heading: 'Vote', agent: 'Coder' }, votes('SQLite', 'coder')),
  on({ heading: 'Vote', agent: 'Tester' }, votes('Postgres', 'tester')),
  on({ heading: 'Vote', agent: 'Reviewer' }, votes('SQLite', 'reviewer')),
  on({ heading: 'Vote', agent: 'Researcher' }, votes('Postgres', 'researcher')),
  on({ agent: 'Coder', heading: 'Task' }, calling(['decide', proposal]), { text: 'The table is in Postgres.' }),
  on({ heading: 'Task' }, { text: 'Nothing was lost.' }),
  on({ heading: 'Review' }, { text: 'ACCEPT' }),
  on({ heading: 'Synthesize' }, { text: 'The sessions are in Postgres now.' }),
]

const eager = planOf(
  step('s1', 'coder', { description: 'Write the table.', approve: 'auto', tools: ['write'] }),
  step('s2', 'tester', { description: 'Read it again.' }),
)

const writing = () => [
  on({ heading: 'Plan' }, { text: eager }),
  on({ heading: 'Review plan' }, { text: 'APPROVE' }),
  on({ agent: 'Coder', heading: 'Task' }, calling(['write', { path: 'table.sql', content: 'create table s;\n' }]), {
    text: 'It is written.',
  }),
  on({ heading: 'Task' }, { text: 'It is there.' }),
  on({ heading: 'Review' }, { text: 'ACCEPT' }),
  on({ heading: 'Synthesize' }, { text: 'There is a table now.' }),
]

describe.runIf(browser)('a plan that would act without asking', () => {
  test('names what each step may do, and asks each time once the switch is on', async () => {
    const { link, models, log } = await realServer({ permissions: { edit: 'ask' } })
    models.script(writing())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Keep the sessions in a table.')
    await choose(page, 'Team', /Feature Crew/u)
    const id = await start(page)

    const gate = page.getByRole('region', { name: 'Gate: plan' })
    const steps = gate.getByRole('listitem')
    await steps.filter({ hasText: 'Write the table.' }).getByText('May change files without asking').waitFor()
    expect(await steps.filter({ hasText: 'Read it again.' }).getByText('without asking').count()).toBe(0)
    await gate.getByRole('button', { name: 'Approve, don’t ask in 1 step' }).waitFor()
    await gate.getByLabel('Ask me each time').check()
    await steps.filter({ hasText: 'Write the table.' }).getByText('Asks before every change').waitFor()
    await look(page, 'plan-gate-asks')
    await gate.getByRole('button', { name: 'Approve, ask each time' }).click()

    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('table.sql').first().waitFor()
    await dock.getByRole('button', { name: 'Allow once' }).click()
    await page.getByRole('status').getByText('Done').waitFor()
    await page.keyboard.press('t')
    await page.getByRole('region', { name: 'How the run ended' }).waitFor()
    const words = await page.getByRole('main').innerText()
    expect(words).not.toMatch(/\b(?:APPROVE|ACCEPT|REOPEN)\b/u)
    const committed = (await log(id)).find(({ type }) => type === 'plan.committed')
    expect(committed?.data).toMatchObject({ version: 1, steps: [{ id: 's1', approve: 'ask' }, { id: 's2' }] })
    expect(page.complaints).toEqual([])
  })
})

describe.runIf(browser)('a plan with a decision in which the user votes', () => {
  test('waits for the vote, keeps the others secret until then, and continues with the decision', async () => {
    const { link, models, log } = await realServer({ decisions: { window: 600, userVotes: true } })
    models.script(rules())
    const page = await visit(browser, link)
    await page.getByLabel('Goal').fill('Move the sessions out of Redis.')
    await choose(page, 'Team', /Feature Crew/u)
    await page.getByRole('region', { name: 'Preview' }).getByText('Researcher').first().waitFor()
    const id = await start(page)

    const gate = page.getByRole('region', { name: 'Gate: plan' })
    await gate.getByText('Choose the store').waitFor()
    await look(page, 'plan-gate')
    await gate.getByRole('button', { name: 'Approve' }).click()

    const vote = page.getByRole('region', { name: 'Vote' })
    await vote.getByText('4 of 5 votes').waitFor()
    await page.getByRole('status').getByText('Needs you').waitFor()
    await page.getByRole('link', { name: /waiting for you/u }).waitFor()
    await page.keyboard.press('t')
    await page.getByRole('tab', { name: /Decisions/u }).click()
    await page.getByText('Your ballot is below.').waitFor()
    await look(page, 'plan-vote')
    expect(await page.content()).not.toContain('the-secret-of')
    await vote.getByLabel('Postgres').check()
    await vote.getByLabel('Reason').fill('It runs already.')
    await vote.getByRole('button', { name: 'Vote' }).click()
    await vote.waitFor({ state: 'detached' })

    await page.getByRole('status').getByText('Done').waitFor()
    const decided = page.getByRole('tabpanel').getByRole('listitem')
    await decided.getByText('Decided', { exact: true }).waitFor()
    await decided.getByText('the-secret-of-coder').waitFor()
    await picture(page, 'plan-decided')
    await page.getByText('The sessions are in Postgres now.').first().waitFor()
    await look(page, 'plan-done')

    const events = await log(id)
    const committed = events.find(({ type }) => type === 'decision.committed')
    expect(committed?.data).toMatchObject({ option: 'Postgres', votes: { SQLite: 2, Postgres: 3 } })
    const told = models.requests.flatMap(({ messages }) => messages.flatMap(({ toolResults }) => toolResults))
    expect(told.map(({ output }) => output).join('\n')).toContain('Postgres')
    expect(page.complaints).toEqual([])
  })
})
