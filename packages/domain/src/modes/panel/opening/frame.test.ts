import { describe, expect, test } from 'vitest'
import { seat, teamOf } from '../../../session/session.fixture.ts'
import type { Run } from '../../../state/session.ts'
import { usualLimits } from '../setup/limits.ts'
import { limitsByFrame, protocolFor, readTopicFrame } from './frame.ts'
import { TOPIC_ASK } from './prompts.ts'
import { optionsListed, topicOptions, topicValue, topicWith } from './topic-options.ts'

describe('the form of a goal', () => {
  test.each([
    ['Should we move to services?', 'decide'],
    ['Redis or Postgres?', 'decide'],
    ['Which queue do we use?', 'decide'],
    ['Redis vs. Postgres for sessions', 'decide'],
    ['Decide whether we ship on Friday.', 'decide'],
    ['How should we store it, in Redis or in Postgres?', 'decide'],
    ['Where do we store sessions?\nOptions:\n- Redis\n- Postgres', 'decide'],
    ['Pick one:\nA) Redis\nB) Postgres', 'decide'],
    ['How should we design the cache?', 'discuss'],
    ['What could go wrong with this migration?', 'discuss'],
    ['Review this for bugs or smells.', 'discuss'],
    ['Explain why it is slow.\n- the log\n- the trace', 'discuss'],
    ['', 'discuss'],
    ['or '.repeat(100_000), 'discuss'],
  ])('%j is a case to %s', (goal, protocol) => expect(protocolFor(goal)).toBe(protocol))

  test('no goal takes long to read', () => {
    const before = process.cpuUsage()
    for (const part of ['decide ', 'should ', 'or? ', 'options ', '- a\n', 'A) a\n', '? '])
      protocolFor(part.repeat(50_000))
    // CPU time rather than the clock: a busy machine is slow without taking long.
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })
})

describe('the options of a topic', () => {
  test.each([
    ['OPTION: Redis\nOPTION: Postgres', ['Redis', 'Postgres']],
    ['- **OPTION:** Redis\n- **OPTION:** Postgres', ['Redis', 'Postgres']],
    ['So.\n\n## Options\n\nA. Redis\nB. Postgres\n\n## Constraints\n\n- Cheap', ['Redis', 'Postgres']],
    ['**Options:**\n1. Redis\n2) Postgres', ['Redis', 'Postgres']],
    ['OPTION: Redis\nOPTION: redis!', []],
    ['OPTION: Redis', []],
    ['## Options\n\nThere are many.', []],
    ['- Redis\n- Postgres', []],
    [
      Array.from({ length: 20 }, (_, at) => `OPTION: Number ${at}`).join('\n'),
      Array.from({ length: 8 }, (_, at) => `Number ${at}`),
    ],
  ])('in %j are %j', (topic, options) => expect(topicOptions(topic)).toEqual(options))

  test('are shown once, and are read back unchanged', () => {
    const topic = topicWith('Where?\nPROTOCOL: decide\nOPTION: Redis\nOPTION: Postgres', ['Redis', 'Postgres'])
    expect(topic).toBe('Where?\n\n## Options\n\nA. Redis\nB. Postgres')
    expect(topicOptions(topic)).toEqual(['Redis', 'Postgres'])
    expect(topicWith(topic, ['Redis', 'Postgres'])).toBe(topic)
  })

  test('in a goal are only what it lists as options', () => {
    expect(optionsListed('Where?\nThe options are:\n- Redis\n- Postgres\nBe quick.')).toEqual(['Redis', 'Postgres'])
    expect(optionsListed('Read:\n- a.md\n- b.md')).toEqual([])
  })
})

describe('the panel frame', () => {
  const run = (goal: string, mode: Run['settings']['mode'] = {}) =>
    ({
      goal,
      team: teamOf(seat('ada', { model: 'a/1' }), seat('bert', { model: 'b/1' })),
      settings: { mode, models: {} },
      limits: { maxTurns: null },
    }) as unknown as Run

  test('takes the protocol from the user, then the Head, then the goal', () => {
    const head = 'Why?\nPROTOCOL: discuss'
    expect(readTopicFrame(run('Redis or Postgres?', { protocol: 'decide' }), head).chosen).toMatchObject({
      protocol: 'decide',
      by: 'user',
    })
    expect(readTopicFrame(run('Redis or Postgres?'), head).chosen).toMatchObject({ protocol: 'discuss', by: 'head' })
    expect(readTopicFrame(run('Redis or Postgres?'), 'Why?').chosen).toMatchObject({
      protocol: 'decide',
      by: 'goal',
      rounds: 2,
    })
    expect(readTopicFrame(run('Why?'), 'PROTOCOL: perhaps').chosen).toMatchObject({ protocol: 'discuss', by: 'goal' })
  })

  test('reads the depth in any decoration, and nothing else as one', () => {
    expect(topicValue('Topic.\nDISCUSSION_DEPTH: endless', 'DISCUSSION_DEPTH')).toBeUndefined()
    expect(topicValue('Topic.\n**DISCUSSION_DEPTH:** Deep', 'DISCUSSION_DEPTH')).toBe('deep')
  })

  test.each([
    ['Quick', 1, 2],
    ['Standard', 2, 4],
    ['Deep', 3, 6],
  ])('gives a decision of depth %s %i rounds', (depth, rounds, turns) => {
    const frame = readTopicFrame(run('Redis or Postgres?'), `So.\nDISCUSSION_DEPTH: ${depth}`)
    expect([frame.chosen.rounds, frame.turns]).toEqual([rounds, turns])
  })

  test('takes a one-word field from the last lines', () => {
    const word = readTopicFrame(run('Why?'), 'Where to store it.\nFIELD: **Databases**')
    expect([word.chosen.field, word.topic]).toEqual(['databases', 'Where to store it.'])
    const words = readTopicFrame(run('Why?'), 'Where to store it.\nFIELD: software delivery strategy')
    expect(words.topic).toBe('Where to store it.')
  })

  test.for([
    ['# Topic: Should the shop move?\n\nWe look at the storage.'],
    ['# Topic\n\nWe look at the storage.'],
    ['**Topic:** Should the shop move?\n\nWe look at the storage.'],
    ['## Field: storage\n\nWe look at it.'],
    ['Field: storage and all that it needs.\n\nWe look at it.'],
    ['## Protocol\n\nWe look at it in turn.\n\n```\nOne.\n```\n\n> Two.'],
    ['Protocol: everyone speaks.\n\nOption: to leave it.'],
  ])('keeps the words of %j, each of them once', ([text = '']) => {
    const { topic, chosen } = readTopicFrame(run('Why?'), `${text}\nDISCUSSION_DEPTH: Quick\nFIELD: databases`)
    expect(topic).toBe(text)
    expect(chosen.field).toBe('databases')
  })

  test.for([[''], ['TOPIC:'], ['# Topic'], ['FIELD: data'], ['TOPIC: <one word for its field>'], ['## Topic\n\n…']])(
    'is the goal if the Head only writes %j',
    ([text = '']) => {
      const frame = readTopicFrame(run('Why is it slow?'), text)
      expect([frame.topic, frame.isUnwritten]).toEqual(['Why is it slow?', true])
    },
  )

  test('is the goal if the Head repeats what it was asked to write', () => {
    const frame = readTopicFrame(run('Why is it slow?'), `# Topic\n\n${TOPIC_ASK.replaceAll('`', '')}`)
    expect([frame.topic, frame.isUnwritten]).toEqual(['Why is it slow?', true])
  })

  test('takes options that the goal names in a sentence if nobody lists any', () => {
    const { options, topic } = readTopicFrame(run('Should the shop move to Postgres, or stay on SQLite?'), 'TOPIC:')
    expect(options).toEqual(['Move to Postgres', 'Stay on SQLite'])
    expect(topic).toContain('Should the shop move to Postgres, or stay on SQLite?')
  })

  test('takes options from the goal if the Head lists none', () => {
    const { options } = readTopicFrame(run('Pick one:\nA) Redis\nB) Postgres'), 'Where to store it.')
    expect(options).toEqual(['Redis', 'Postgres'])
  })
})

describe('the limits a panel expects', () => {
  const decision = { maxCalls: 60, maxTotalTokens: 500_000 }
  const run = (goal: string, mode: Run['settings']['mode'] = {}, limits: Partial<Run['limits']> = {}) =>
    ({
      goal,
      team: teamOf(seat('ada', { model: 'a/1' }), seat('bert', { model: 'b/1' })),
      settings: { mode, models: {} },
      limits: { ...usualLimits(2), ...limits },
    }) as unknown as Run

  test('are those of a decision if the goal or the user asks for one', () => {
    expect(limitsByFrame(run('Redis or Postgres?'))).toEqual({ ...decision, maxTurns: null })
    expect(limitsByFrame(run('Why?', { protocol: 'decide' }))).toEqual({ ...decision, maxTurns: 4 })
    expect(limitsByFrame(run('Why?'))).toEqual({})
    expect(limitsByFrame(run('Redis or Postgres?', { protocol: 'discuss' }))).toEqual({})
  })

  test('keep what the user has set', () => {
    const given = run('Redis or Postgres?', { turnsGiven: true }, { maxTurns: 3, maxCalls: 9 })
    expect(limitsByFrame(given)).toEqual({ maxTotalTokens: 500_000, maxTurns: 3 })
  })
})
