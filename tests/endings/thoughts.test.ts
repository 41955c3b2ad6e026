import { answerParts, askOf, type Play, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { plays } from '../golden/panel-cast.ts'
import { ending, ofType } from '../plan/story.ts'
import { unattended } from './teams.ts'

const usage = { input: 50, cached: 0, output: 10 }
const ways = 'Storage.\nPROTOCOL: decide\nOPTION: Wait\nOPTION: Ship'
const vote = 'VOTE: Wait\nPROBABILITIES: A 80, B 20\nREASON: safer'
const draft = 'VOTE: Ship\nPROBABILITIES: A 1, B 99\nREASON: a draft'

/** A panel of which every seat thinks in its text, as a local server leaves it there. */
const thinks =
  (said: (thought: string, vote: string) => string, finish: 'stop' | 'length' = 'stop'): Play =>
  (request, call) => {
    const { heading } = askOf(request)
    if (heading === 'Topic') return answerParts(`<think>OPTION: Sell it?</think>${ways}`)
    if (heading !== 'Contribute' && heading !== 'Vote') return plays({})(request, call)
    return [
      { type: 'text', text: said(draft, vote) },
      { type: 'finish', finish, usage },
    ]
  }

async function decided(model: Play) {
  const stage = new SimulatedSession({ model })
  await stage.create(unattended('panel', { settings: { mode: { protocol: 'decide' } } }))
  await stage.untilRest()
  expect(stage.world.violations).toEqual([])
  return stage
}

/** Everything in the log except what is kept as thoughts. */
const spoken = (stage: SimulatedSession): string =>
  JSON.stringify(stage.events.filter(({ type }) => type !== 'commentary'))

describe('what a model thinks in front of its answer', () => {
  test.each([
    ['between tags', (thought: string, said: string) => `<think>\n${thought}\n</think>\n\n${said}`],
    ['before a tag that only ends', (thought: string, said: string) => `${thought}\n</think>\n\n${said}`],
  ])('is no vote and is shown to nobody as its words: %s', async (_how, said) => {
    const stage = await decided(thinks(said))
    expect(ending(stage)).toMatchObject({ state: 'completed', decision: { option: 'Wait' } })
    expect(spoken(stage)).not.toMatch(/a draft|think>|Sell it/u)
    expect(JSON.stringify(ofType(stage, 'commentary'))).toContain('a draft')
  })

  test.each(['stop', 'length'] as const)('is no vote if no answer follows (%s)', async (finish) => {
    const stage = await decided(thinks((thought) => `<think>\n${thought}`, finish))
    expect(ending(stage)?.state).not.toBe('completed')
    expect(spoken(stage)).not.toMatch(/a draft/u)
  })

  test.each(['agent', 'broadcast', 'sequential', 'delegate'])('is no result in mode %s', async (mode) => {
    const stage = new SimulatedSession({ model: () => answerParts('<think>I should do it.</think>') })
    await stage.create(unattended(mode))
    await stage.untilRest()
    expect(ending(stage)?.state).toBe('failed')
  })
})
