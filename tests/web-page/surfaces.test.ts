import { isFinal } from '@convene/domain'
import type { SessionCommand } from '@convene/protocol'
import { type ModelServer, startModelServer } from '@convene/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { given, type Served, until } from '../../apps/server/src/server.fixture.ts'
import { standing } from '../process/length.ts'
import { openPage, startBrowser } from './open-page.ts'
import { realProgram } from './real-program.ts'
import {
  askingPanel,
  askingPlan,
  broken,
  decoratedPanel,
  discussion,
  goal,
  proposal,
  type Rules,
  ramblingJudge,
  type Story,
  silentPanel,
  slow,
  stories,
  voting,
} from './surface-stories.ts'
import { differences, pageTexts, type Told, texts, toldBy, twinsOf } from './surface-texts.ts'

const browser = await startBrowser()
let models: ModelServer
let program: Served

beforeAll(async () => {
  models = await startModelServer()
  const alpha = { type: 'openai-compatible', baseURL: `${models.url}/v1` }
  const priced = { 'alpha/scripted': { price: { input: 3, output: 15 } } }
  const decisions = { window: 600, userVotes: true }
  const settings = { model: 'alpha/scripted', providers: { alpha }, models: priced, decisions }
  program = await realProgram({}, { files: { 'config.json': JSON.stringify(settings) } })
})
afterAll(async () => {
  await program.remove()
  await models.close()
})

async function started(mode: string, { run }: Story, rules: Rules): Promise<string> {
  models.script(rules)
  return given(await program.client.createSession({ goal, mode, ...run })).id
}

async function ended(id: string, phase: string): Promise<void> {
  await until(async () => isFinal(given(await program.client.session({ id })).session.phase))
  expect(given(await program.client.session({ id })).session.phase).toBe(phase)
  await until(async () => !given(await program.client.session({ id })).running)
}

/** A model is answering. */
const working = (id: string) =>
  until(async () => (await toldOf(id)).events.some(({ type }) => type === 'effect.started'))

const command = async (id: string, wanted: SessionCommand): Promise<void> => {
  given(await program.client.command({ id, ...wanted }))
}

const toldOf = (id: string): Promise<Told> => toldBy(program, id)

/** Waits until the session asks for this, and returns the pending item. */
const asked = (id: string, kind: string) =>
  until(async () => given(await program.client.session({ id })).pending.find((each) => each.kind === kind))

describe.runIf(browser)('every surface of a run', () => {
  let page: Page | undefined

  /** For a moment the page may still show the previous session, or a row without the latest change. */
  async function walk(id: string, mode: string, { run }: Story): Promise<void> {
    page ??= await openPage(browser as Browser, program.link)
    await page.locator('main').waitFor()
    const inPage = page
    // The start page's values before anything runs.
    const { limits } = given(await program.client.preview({ goal, mode, ...run }))
    const differing = async () => {
      const told = await toldOf(id)
      return differences({ ...texts(told), ...(await pageTexts(inPage, told.row)) }, told, twinsOf(told, limits))
    }
    await expect.poll(differing).toEqual([])
  }

  test.each(Object.entries(stories))('says the same in mode %s, in plain words', async (mode, story) => {
    const id = await started(mode, story, story.rules)
    await ended(id, 'completed')
    await walk(id, mode, story)
  })

  test.each([
    ['a panel whose votes are decorated', 'panel', decoratedPanel],
    ['a discussion', 'panel', discussion],
    ['a judge that ignores the form', 'reflect', ramblingJudge],
  ] as const)('says the same of %s, in plain words', async (_, mode, story) => {
    const id = await started(mode, story, story.rules)
    await ended(id, 'completed')
    await walk(id, mode, story)
  })

  test('says first that a panel is undecided if nobody took a position, and offers nothing to carry out', async () => {
    const id = await started('panel', silentPanel, silentPanel.rules)
    await ended(id, 'cancelled')
    await walk(id, 'panel', silentPanel)
    const shown = { ...texts(await toldOf(id)), ...(await pageTexts(page as Page, (await toldOf(id)).row)) }
    for (const surface of [
      'terminal',
      'result in the terminal',
      'markdown',
      'records',
      'row',
      'result',
      'notification',
    ])
      expect(shown[surface], surface).toMatch(/undecided/iu)
    expect(shown.result).not.toContain('Carry it out')
  })

  test.each(['agent', 'broadcast', 'orchestrate', 'panel', 'plan'])(
    'says the same after a failure in mode %s',
    async (mode) => {
      const story = stories[mode] as Story
      const id = await started(mode, story, broken)
      await ended(id, 'failed')
      await walk(id, mode, story)
    },
  )

  const interrupted = standing(
    ['agent', 'orchestrate', 'panel', 'plan'],
    ['broadcast', 'sequential', 'delegate', 'reflect'],
  )
  test.each(interrupted)('says the same while mode %s is working and after a stop', async (mode) => {
    const story = stories[mode] as Story
    const id = await started(mode, story, slow)
    await working(id)
    await walk(id, mode, story)
    await command(id, { type: 'stop' })
    await ended(id, 'cancelled')
    await walk(id, mode, story)
  })

  test('says the same while a panel waits for an answer', async () => {
    const id = await started('panel', askingPanel, askingPanel.rules)
    await asked(id, 'question')
    await walk(id, 'panel', askingPanel)
    await command(id, { type: 'stop' })
  })

  test('says the same while a plan waits for its approval, for that of an action and for a vote', async () => {
    const id = await started('plan', askingPlan, askingPlan.rules)
    await asked(id, 'gate')
    await walk(id, 'plan', askingPlan)
    await command(id, { type: 'approve' })
    const { id: ask } = await asked(id, 'ask')
    await walk(id, 'plan', askingPlan)
    given(await program.client.answerApproval({ id: ask, answer: 'once' }))
    await asked(id, 'vote')
    await walk(id, 'plan', askingPlan)
    await command(id, { type: 'stop' })
  })

  test('says the same after the team has decided something', async () => {
    const story = stories.broadcast as Story
    const id = await started('broadcast', story, voting)
    await working(id)
    const { topic, options } = proposal
    await command(id, { type: 'propose', topic, options: [...options] })
    const { vote } = await asked(id, 'vote')
    await command(id, { type: 'vote', decision: vote?.decision ?? '', option: 'SQLite', reason: 'One file.' })
    await until(async () => (await toldOf(id)).events.some(({ type }) => type === 'decision.committed'))
    await walk(id, 'broadcast', story)
    expect(texts(await toldOf(id)).records).toContain('It runs already.')
    await command(id, { type: 'stop' })
  })
})
