import { describe, expect, test } from 'vitest'
import { decided, facts, type Lines, optionsOf, stageOf, start, vote } from './decide-cast.ts'

const goal = 'Should the shop keep its sessions in Redis or move them to Postgres?'
const plain: Lines = { Topic: 'Where sessions live.', Contribute: () => vote('A') }

async function started(script: Lines, asked = goal, run = start({ settings: { yes: false } })) {
  const stage = stageOf(script)
  await stage.create(run, asked)
  await stage.untilRest()
  return stage
}

describe('a question that holds its options', () => {
  test('is decided without asking for its topic: starting it was the approval', async () => {
    const stage = await started(plain)
    expect(facts(stage, 'question.asked')).toEqual([])
    expect(optionsOf(stage)).toEqual(['Keep its sessions in Redis', 'Move them to Postgres'])
    expect(decided(stage)).toMatchObject({ option: 'Keep its sessions in Redis' })
  })

  test('is decided at once too if the Head words its options', async () => {
    const stage = await started({ ...plain, Topic: 'Sessions.\nOPTION: Move to Postgres\nOPTION: Keep Redis' })
    expect(facts(stage, 'question.asked')).toEqual([])
    expect(decided(stage)).toMatchObject({ option: 'Move to Postgres' })
  })

  test.each([
    ['its own form', 'TOPIC:'],
    ['a refusal', 'I cannot help with that.'],
  ])('is decided at once too if the Head answers with %s', async (_, Topic) => {
    const stage = await started({ ...plain, Topic })
    expect(facts(stage, 'question.asked')).toEqual([])
    expect(decided(stage)).toMatchObject({ option: 'Keep its sessions in Redis' })
  })
})

describe('a topic still waits for the user', () => {
  const waits = async (script: Lines, asked?: string, run?: Parameters<typeof started>[2]) => {
    const stage = await started(script, asked, run)
    expect(facts(stage, 'question.asked')).toMatchObject([{ gate: 'topic' }])
    expect(facts(stage, 'run.finished')).toEqual([])
  }

  test('if the Head adds an option that nobody asked about', () =>
    waits({ ...plain, Topic: 'Sessions.\nOPTION: Keep Redis\nOPTION: Move to Postgres\nOPTION: Signed cookies' }))

  test('if the question names no options', () => waits(plain, 'Should we leave Redis?'))

  test('if it is discussed instead', () =>
    waits(plain, goal, start({ settings: { yes: false, mode: { protocol: 'discuss' } } })))

  test('if the run may exceed its limits', () => {
    const run = start({ settings: { yes: false } })
    const limits = { ...run.limits, maxCalls: 4 }
    return waits(plain, goal, { ...run, limits })
  })
})
