import { answerParts, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { facts, start } from './decide-cast.ts'

const goal = 'Should the shop move its orders to Postgres, or stay on SQLite?'

/** Ways to copy an ask back instead of answering it. */
const copies: { readonly [name: string]: (ask: string) => string } = {
  whole: (ask) => ask,
  'without brackets': (ask) => ask.replaceAll(/[<>]/gu, ''),
  'its last section': (ask) => ask.slice(ask.lastIndexOf('\n## ')),
  'its last section without brackets': (ask) => ask.slice(ask.lastIndexOf('\n## ')).replaceAll(/[<>]/gu, ''),
  'its form': (ask) => ask.split('\n\n').at(-1) ?? '',
  'its form without brackets': (ask) => (ask.split('\n\n').at(-1) ?? '').replaceAll(/[<>]/gu, ''),
  'its marks as values': (ask) => (ask.split('\n\n').at(-1) ?? '').replaceAll(/^([A-Z]{4,}): .*$/gmu, '$1: $1_VOTE'),
}

async function echoed(
  copy: (ask: string) => string,
  protocol: 'decide' | 'discuss',
  isOpen: boolean,
): Promise<SimulatedSession> {
  const model: Play = (request) => {
    const { heading, text } = askOf(request)
    return [20, ...answerParts(heading === 'Clarify' ? 'CLEAR: yes.' : copy(text) || 'Well.')]
  }
  const stage = new SimulatedSession({ model })
  const run = protocol === 'decide' ? start() : panelOf({ settings: { mode: { protocol, depth: 'quick' } } })
  // A model called `one` would become `a model` wherever peers read that word.
  const members = run.team.members.map((seat) => ({ ...seat, model: 'delta/zebra' }))
  const models = { ...run.settings.models, 'delta/zebra': { price: { input: 1, output: 2 }, context: null } }
  const renamed = { ...run, settings: { ...run.settings, models }, team: { ...run.team, members } }
  await stage.create(renamed, isOpen ? 'What could go wrong?' : goal)
  await stage.untilRest()
  return stage
}

describe.for(Object.entries(copies))('models that copy the ask back (%s)', ([, copy]) => {
  test.for([
    ['decide', true],
    ['decide', false],
    ['discuss', true],
    ['discuss', false],
  ] as const)('take no position and decide nothing (%s, open question: %s)', async ([protocol, isOpen]) => {
    const stage = await echoed(copy, protocol, isOpen)
    expect(facts(stage, 'position')).toEqual([])
    expect(facts(stage, 'decision.voted')).toEqual([])
    expect(facts(stage, 'decision.committed').filter((data) => (data as { option: string }).option !== '')).toEqual([])
    const [end] = facts(stage, 'run.finished') as { summary: string }[]
    expect(end?.summary.match(/Nobody took a position|No ballot could be counted/gu)?.length ?? 0).toBeLessThan(2)
  })
})
