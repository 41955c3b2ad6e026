import { describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { gate } from './showcase.ts'
import { fakeStage } from './stage.ts'

const { browser, program, open } = await fakeStage()

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
