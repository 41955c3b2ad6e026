import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newStory } from '../../apps/web/src/session/view/story.fixture.ts'
import { standing } from '../process/length.ts'
import { accessProblems } from './check-access.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'
import { openPage, startBrowser } from './open-page.ts'
import { ask, gate, panelStory, planStory, toolCalls } from './showcase.ts'

const browser = await startBrowser()
let program: FakeProgram

beforeAll(async () => {
  program = await fakeProgram()
})
afterAll(async () => {
  await program.close()
})

async function open(story: { readonly session: string }, options = {}) {
  const page = await openPage(browser as Browser, `${program.url}#/session/${story.session}`, options)
  await page.getByLabel('Message to the team').waitFor()
  return page
}

describe.runIf(browser)('a session on the screen', () => {
  test('shows the sides of a decision, the phases, the positions and what was spent', async () => {
    const story = panelStory()
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('radio', { name: 'Round 2 · 3 : 0' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Redis')
    expect(await page.getByRole('group', { name: 'Phases' }).locator('[aria-current=step]').textContent()).toBe(
      'Debate',
    )
    expect(await page.getByRole('button', { name: /Changed because of m3/u }).count()).toBe(1)
    await page.getByRole('button', { name: /Turns: \d of 30|Cost: \$0\.02 of \$0\.50/u }).waitFor()
    expect(page.complaints).toEqual([])
    await page.context().close()
  })

  test('pauses and resumes one agent from the team tab', async () => {
    const story = panelStory()
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('tab', { name: 'Team' }).click()
    // Its seat and its role have the same name.
    expect(await page.getByRole('listitem').getByText('lead', { exact: true }).count()).toBe(1)
    await page.getByRole('button', { name: 'Pause Security' }).click()
    const sent = () => program.calls.filter(({ path }) => path.includes(story.session)).map(({ body }) => body)
    await expect.poll(sent).toEqual([{ type: 'pause', agent: 'security' }])
    program.add(story.session, [story.add('agent.paused', {}, { agent: 'security' })])
    await page.getByRole('button', { name: 'Resume Security' }).click()
    await expect.poll(sent).toContainEqual({ type: 'resume', agent: 'security' })
    expect(await page.getByRole('listitem').filter({ hasText: 'Security' }).getByText('paused').count()).toBe(1)
    await page.context().close()
  })

  test('says how long ago a session was, and keeps that current while the page is idle', async () => {
    const story = panelStory()
    program.add(story.session, story.events)
    const page = await open(story)
    const last = Date.parse(story.events.at(-1)?.at ?? '')
    await page.clock.install({ time: last + 2 * 60_000 })
    await page.reload()
    const row = page.locator(`a[href$='${story.session}']`)
    await row.getByText('2 min ago').waitFor()
    await page.clock.fastForward(3 * 60_000)
    await row.getByText('5 min ago').waitFor()
    await page.context().close()
  })

  test('changes between story and transcript with T, and opens the next session with its story', async () => {
    const [story, other] = [panelStory(), panelStory()]
    toolCalls(story)
    for (const each of [story, other]) program.add(each.session, each.events)
    const page = await open(story)
    await page.getByRole('region', { name: 'Table' }).waitFor()
    await page.keyboard.press('t')
    await page
      .getByRole('log', { name: 'Transcript' })
      .getByRole('heading', { name: /Round 2/u })
      .waitFor()
    await page.evaluate(`location.hash = '#/session/${other.session}'`)
    await page.getByRole('region', { name: 'Table' }).waitFor()
    await page.context().close()
  })

  test('shows one agent at work as its transcript, with no other view to choose', async () => {
    const story = newStory('agent', ['architect'])
    story.say('architect', 'One answer.')
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('log', { name: 'Transcript' }).getByText('One answer.').waitFor()
    expect(await page.getByRole('radiogroup', { name: 'View' }).count()).toBe(0)
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).getByText('One answer.').waitFor()
    await page.context().close()
  })

  test('lets the user answer approvals by key, oldest first', async () => {
    const story = panelStory()
    toolCalls(story)
    ask(story, 1)
    ask(story, 2)
    program.add(story.session, story.events)
    const page = await open(story)
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText('1 of 2').waitFor()
    await dock.getByText('src/session-1.ts').waitFor()
    await dock.getByRole('textbox').fill('edit:src/session-*')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('s')
    await expect
      .poll(() => program.calls.at(-1))
      .toEqual({
        path: `POST /api/approvals/${story.session}.1.round3.architect.c1-1`,
        body: { answer: 'session', pattern: 'edit:src/session-*' },
      })
    await page.context().close()
  })

  test('shows the cost so far, and everything a lasting answer would allow', async () => {
    const story = panelStory()
    toolCalls(story)
    ask(story, 1, { also: ['edit:src/lock.ts', 'bash:git push'] })
    program.add(story.session, story.events)
    const page = await open(story)
    const dock = page.getByRole('region', { name: 'Approval' })
    await dock.getByText(/^So far \$0\.\d+, .+ tokens$/u).waitFor()
    const covered = dock.getByText(
      /^Allowing for this session or always covers .+, edit:src\/lock\.ts and bash:git push\.$/u,
    )
    await covered.waitFor()
    await dock.getByRole('textbox').fill('edit:src/*')
    await covered.waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('asks why when something is denied, and tells the agent', async () => {
    const story = panelStory()
    toolCalls(story)
    ask(story, 1)
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Why not?').fill('Not on a Friday')
    await page.keyboard.press('Enter')
    await expect.poll(() => program.calls.at(-1)?.body).toEqual({ answer: 'deny', reason: 'Not on a Friday' })
    await page.context().close()
  })

  test('lets the user edit the topic before the debate', async () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    gate(story)
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('region', { name: 'Gate: topic' }).waitFor()
    await page.keyboard.press('e')
    await page.getByLabel('Your version').fill('Only cost')
    await page.getByRole('button', { name: 'Approve this version' }).click()
    await expect
      .poll(() => program.calls.at(-1)?.body)
      .toEqual({ type: 'approve', gate: '1/topic1', text: 'Only cost' })
    await page.context().close()
  })

  test('counts follow-ups separately from the run', async () => {
    const story = panelStory()
    const totals = { calls: 6, input: 900, cached: 0, output: 100, costUsd: 0.01, unpriced: 0, ms: 9_000 }
    story.add('run.finished', { state: 'completed', reason: 'converged', summary: '', totals })
    story.say('architect', 'The index comes first.')
    program.add(story.session, story.events)
    const page = await open(story)
    await page.getByRole('tab', { name: 'Cost' }).click()
    await page.getByRole('tabpanel').getByText('$0.01 of $0.50').waitFor()
    await page.getByRole('tabpanel').getByText('Follow-ups').waitFor()
    await page.context().close()
  })

  test('sends a message to the team, to one agent, or as a command', async () => {
    const story = panelStory()
    program.add(story.session, story.events)
    const page = await open(story)
    const area = page.getByLabel('Message to the team')
    const sent = async (keys: string) => {
      await area.fill(keys)
      await page.keyboard.press('Enter')
      await expect.poll(() => area.inputValue()).toBe('')
      await expect.poll(() => program.calls.length).toBeGreaterThan(0)
      return program.calls.splice(0).at(-1)?.body
    }
    program.calls.length = 0
    expect(await sent('think of backups')).toEqual({ type: 'message', text: 'think of backups' })
    expect(await sent('@security and secrets?')).toEqual({ type: 'message', text: 'and secrets?', to: 'security' })
    expect(await sent('/pause ')).toEqual({ type: 'pause' })
    await page.context().close()
  })

  test('lets the user vote in a decision of a plan', async () => {
    const story = planStory()
    program.add(story.session, story.events)
    const page = await open(story)
    await page.keyboard.press('t')
    await page.getByRole('tab', { name: /Decisions/u }).click()
    await page.getByLabel('Dual writes').check()
    await page.getByRole('button', { name: 'Vote' }).click()
    await expect.poll(() => program.calls.at(-1)?.body).toEqual({ type: 'vote', decision: 'd1', option: 'Dual writes' })
    await page.context().close()
  })

  test('goes to a cited message', async () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 60; turn += 1) story.say('architect', `Turn ${turn}.`)
    story.say('security', 'As said in [m5].')
    const decided = { decision: 'd', option: 'Stay', votes: { Stay: 2 }, dissent: [], adr: 'a' }
    story.add('decision.committed', { ...decided, how: 'majority', rationale: 'Security: see [m4]' })
    program.add(story.session, story.events)
    const page = await open(story)
    await page.keyboard.press('t')
    for (const id of ['m5', 'm4']) {
      await page.getByRole('button', { name: `Go to message ${id}` }).click()
      await page.locator(`[data-message=${id}]`).waitFor()
      await expect.poll(() => page.locator(`[data-message=${id}]`).isVisible()).toBe(true)
      await page.getByRole('button', { name: 'Jump to latest' }).click()
    }
    await page.context().close()
  })

  test('reconnects after the program died, with nothing missing or doubled', async () => {
    const story = panelStory()
    const half = Math.floor(story.events.length / 2)
    program.add(story.session, story.events.slice(0, half))
    const page = await open(story)
    await page.keyboard.press('t')
    await page.getByRole('log', { name: 'Transcript' }).waitFor()
    program.fall()
    await page.getByText('Convene is not responding', { exact: false }).first().waitFor()
    program.add(story.session, story.events.slice(half))
    program.rise()
    await page.getByText('The numbers in').waitFor()
    const ids = await page
      .locator('[data-message]')
      .evaluateAll((all) => all.map((each) => each.getAttribute('data-message')))
    expect(ids.length).toBe(new Set(ids).size)
    await expect.poll(() => page.getByText('This page reconnects automatically').count()).toBe(0)
    await page.context().close()
  })
})

describe.runIf(browser)('accessibility', () => {
  const schemes = standing(['dark'] as const, ['light'] as const)
  const cases = [
    { name: 'wide', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { name: 'phone', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ] as const

  test.each(cases)('$name, $colorScheme: axe finds no fault in a session with an approval', async (options) => {
    const story = panelStory()
    toolCalls(story)
    ask(story, 1)
    program.add(story.session, story.events)
    const page = await open(story, options)
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    for (const key of ['1', '2', '3']) {
      await page.keyboard.press(key)
      expect([key, await accessProblems(page)]).toEqual([key, []])
    }
    await page.context().close()
  })

  test.each(schemes)('%s: axe finds none on the start page, the palette and the shortcuts', async (colorScheme) => {
    const page = await openPage(browser as Browser, program.url, { colorScheme })
    await page.getByLabel('Goal').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search commands').waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await accessProblems(page)).toEqual([])
    await page.context().close()
  })

  test.each([1024, 390])('nothing is wider than a window of %i pixels', async (width) => {
    const story = panelStory()
    toolCalls(story)
    ask(story, 1)
    program.add(story.session, story.events)
    const page = await open(story, { viewport: { width, height: 844 } })
    await page.getByRole('region', { name: 'Approval' }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.context().close()
  })
})
