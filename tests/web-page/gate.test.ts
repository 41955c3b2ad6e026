import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { fakePage } from './page-fixture.ts'
import { gate } from './showcase.ts'
import { picture } from './stories/visit.ts'

const { browser, program, open } = await fakePage()

describe.runIf(browser)('a gate', () => {
  test('warns about a limit the run will probably reach', async () => {
    const story = newStory('panel', ['head', 'architect'])
    const started = story.events.find(({ type }) => type === 'run.started')?.data as { estimate: object }
    Object.assign(started.estimate, { over: ['cost'] })
    gate(story)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const region = page.getByRole('region', { name: 'Gate: topic' })
    await region.getByText(/exceed the limits of the run, which stops at \$0\.50/u).waitFor()
  })

  test('says what is approved, why nobody debates, who votes and what limits it', async () => {
    const story = newStory('panel', ['head', 'architect'])
    const way = 'Decide this? One blind vote, no debate: all panelists use acme/one and would repeat each other.'
    const more = 'Panelists: Architect (acme/one). Limits: at most 3 turns. Estimate: 6 calls.'
    const asked = { id: '1/topic1', gate: 'topic' as const, options: [], text: 'Storage.' }
    story.add('question.asked', { ...asked, question: `${way} ${more}` })
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const region = page.getByRole('region', { name: 'Gate: topic' })
    await region
      .getByText(`${way} Panelists: Architect (acme/one). Limits: at most 3 turns.`, { exact: true })
      .waitFor()
    await picture(page, 'gate-without-debate')
  })

  test('says that another window was faster, without an error, and leaves with that answer', async () => {
    const story = newStory('panel', ['head', 'architect'])
    gate(story)
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const message = 'Already approved in another window or terminal.'
    const refused = { status: 409, json: { error: { code: 'already_answered', message } } }
    await page.route('**/api/sessions/*/commands', (route) => route.fulfill(refused))
    const approve = page.getByRole('button', { name: /^Approve/u })
    await approve.click()
    await page.getByText(message).waitFor()
    expect(await page.getByText('Nothing was changed.').count()).toBe(0)
    await picture(page, 'answered-elsewhere')
    expect(await approve.isDisabled()).toBe(true)
    const before = story.events.length
    story.add('question.answered', { id: '1/topic1', answer: 'approve', by: 'user' })
    program().add(story.session, story.events.slice(before))
    await page.getByRole('region', { name: 'Gate: topic' }).waitFor({ state: 'detached' })
  })

  test('and a question send one answer for two clicks', async () => {
    const story = newStory('agent', ['architect'])
    story.add('question.asked', { id: '1/q1', question: 'Which one?', options: ['Redis', 'Postgres'] })
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    const before = program().calls.length
    await page.getByRole('button', { name: 'Redis', exact: true }).dblclick()
    await expect.poll(() => program().calls.length).toBe(before + 1)
    expect(await page.getByRole('button', { name: 'Postgres', exact: true }).isDisabled()).toBe(true)
    expect(program().calls.length).toBe(before + 1)
  })

  test('lists what a plan would do without asking, and a switch makes every step ask', async () => {
    const story = newStory('plan', ['architect', 'security'])
    const grants = [{ step: 's1', owner: 'architect', words: 'may change files without asking' }]
    const asked = { id: '1/gate1', gate: 'plan' as const, question: 'Carry it out?', options: [], text: 's1. …' }
    story.add('question.asked', { ...asked, grants })
    program().add(story.session, story.events)
    const page = await open(`/session/${story.session}`)
    await page.getByText('may change files without asking').waitFor()
    await page.getByLabel('Ask me each time').check()
    await page.getByRole('button', { name: /^Approve/u }).click()
    await expect.poll(() => program().calls.at(-1)?.body).toEqual({ type: 'approve', ask: true, gate: '1/gate1' })
  })
})
