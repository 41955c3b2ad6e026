import { answerOf } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { facts, OPTIONS, played, vote } from './decide-cast.ts'

const split = { Topic: OPTIONS, Contribute: (agent: string) => vote(agent === 'ada' ? 'A' : 'B') }
const answer = (stage: Awaited<ReturnType<typeof played>>) => answerOf({ run: null }, stage.events)

describe("a panel's decision", () => {
  test('is the first line of its answer, whatever the Head writes', async () => {
    expect(answer(await played(split)).split('\n')[0]).toBe('Decision: Move to Postgres (by majority, 2 : 1)')
  })

  test('is in the event of its end, with counts, dissent and what the probability is based on', async () => {
    const [end] = facts(await played(split), 'run.finished') as { decision?: object }[]
    expect(end?.decision).toMatchObject({
      option: 'Move to Postgres',
      how: 'majority',
      votes: { 'Keep Redis': 1, 'Move to Postgres': 2 },
      voters: 3,
      dissent: [{ voter: 'ada', option: 'Keep Redis' }],
      probability: { resolved: 0, models: 3, vendors: 3 },
    })
  })

  test('that stays open is said once, and is null for programs', async () => {
    const stage = await played({ Topic: OPTIONS, Contribute: 'I cannot say.', Decide: 'Hard to say.' })
    const [end] = facts(stage, 'run.finished') as { state: string; decision?: object }[]
    expect(end).toMatchObject({ state: 'cancelled', decision: { option: null, how: 'undecided' } })
    expect(answer(stage).match(/undecided/giu)).toHaveLength(1)
  })
})
