import { answerParts, askOf, type Play, panelOf, SimulatedSession } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { asksOf, facts, played, start } from './decide-cast.ts'

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

describe('a Head that copies what it is asked', () => {
  const argued = (agent: string): string => `I looked.\nPOSITION: ${agent === 'ada' ? 'Wait' : 'Ship'}\nCONFIDENCE: 70`
  const copied = (_agent: string, _nth: number, ask: string): string => ask
  /** Without the gate. */
  const questionsOf = (stage: SimulatedSession) =>
    (facts(stage, 'question.asked') as { question: string; gate?: string }[]).flatMap(({ question, gate }) =>
      gate === undefined ? [question] : [],
    )

  test('does not ask the user their own question', async () => {
    const stage = await played({ Clarify: copied, Contribute: argued }, start(), goal)
    expect(questionsOf(stage)).toEqual([])
  })

  test('does not ask the same question twice', async () => {
    const again = (_agent: string, nth: number, ask: string) => (nth === 1 ? '1. Which Friday?' : ask)
    const stage = await played({ Clarify: again, Contribute: argued }, start({ settings: { answers: ['The next.'] } }))
    expect(asksOf(stage, 'Clarify')).toHaveLength(2)
    expect(questionsOf(stage)).toEqual(['Which Friday?'])
  })

  test('puts neither names nor confidences on the ballot', async () => {
    const settings = { mode: { protocol: 'discuss', depth: 'quick' } }
    const stage = await played(
      { Contribute: argued, Options: copied, 'Converged?': 'CONVERGED: yes.' },
      start({ settings }),
      goal,
    )
    const [{ options } = { options: [] }] = facts(stage, 'decision.proposed') as { options: string[] }[]
    expect(options.toSorted()).toEqual(['Ship', 'Wait'])
    expect(asksOf(stage, 'Options')).toHaveLength(2)
  })
})
