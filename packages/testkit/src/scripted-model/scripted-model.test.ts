import { listOf, type ModelRequest, type SessionId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { fakeClock } from '../clock/fake-clock.ts'
import { describeModel } from '../model/describe-model.ts'
import { partsOf, textOf } from '../model/model-fixture.ts'
import type { ModelStory } from '../model/story.ts'
import { breaksOff, calls, fails, hangs, later, type ScriptLine, says, speaker } from './line.ts'
import { answers, type ScriptedModel, scriptedModel } from './scripted-model.ts'

const requestOf = (agent = 'ada', text = '# Respond\nHello'): ModelRequest => ({
  session: 'S' as SessionId,
  model: 'test/scripted',
  system: `You are ${agent}, member of the team Test.`,
  lines: listOf({ role: 'user', text }),
  tools: [],
  maxOutput: 1_000,
  temperature: 0,
  idleMs: 1_000,
  workspace: '/workspace',
  directory: '/workspace',
  agent,
  conversation: `1/${agent}`,
})

const live = () => new AbortController().signal
const ask = (model: ScriptedModel, request = requestOf(), signal = live()) => partsOf(model.stream(request, signal))

function lineOf(story: ModelStory): ScriptLine {
  switch (story.does) {
    case 'answer':
      return says(story.text ?? '', story)
    case 'call badly':
      return says('', { calls: [{ tool: story.tool, input: '{"path', invalid: 'not JSON' }] })
    case 'fail':
      return fails(story.code, { retryAfterMs: 7_000 })
    case 'hang':
      return hangs('Apples')
    case 'break off':
      return breaksOff('Apples')
  }
}

await describeModel('of a script', async () => {
  let story: ModelStory = { does: 'hang' }
  return {
    model: scriptedModel(answers(() => lineOf(story))),
    request: requestOf(),
    tell: (next) => {
      story = next
    },
    close: async () => {},
  }
})

describe('a scripted model', () => {
  test('says its lines in order and is used up after the last', async () => {
    const model = scriptedModel(says('one'), calls('read', { path: 'a' }), fails('rate_limited', { retryAfterMs: 5 }))
    expect(textOf(await ask(model))).toBe('one')
    expect(await ask(model)).toMatchObject([{ type: 'call', tool: 'read' }, { finish: 'tools' }])
    expect(() => model.assertSpent()).toThrow('Nobody asked for line "rate_limited".')
    expect(await ask(model)).toMatchObject([{ type: 'failed', retryable: true, retryAfterMs: 5 }])
    model.assertSpent()
    expect(model.requests.map(({ agent, heading, turn }) => [agent, heading, turn])).toEqual([
      ['ada', 'Respond', 1],
      ['ada', 'Respond', 2],
      ['ada', 'Respond', 3],
    ])
  })

  test('fails an unscripted call and records it', async () => {
    const model = scriptedModel()
    expect(await ask(model)).toMatchObject([{ type: 'failed', code: 'not_configured', retryable: false }])
    expect(() => model.assertSpent()).toThrow('Nobody scripted an answer of ada to "Respond".')
  })

  test('keeps a line for its agent, in whatever order agents ask', async () => {
    const model = scriptedModel(speaker('ada', says('Ada.')), speaker('bert', says('Bert.')), says('Anyone.'))
    expect(textOf(await ask(model, requestOf('bert')))).toBe('Bert.')
    expect(textOf(await ask(model, requestOf('bert')))).toBe('Anyone.')
    expect(() => model.assertSpent()).toThrow(`Nobody asked for ada's line "Ada."`)
    expect(textOf(await ask(model, requestOf('ada')))).toBe('Ada.')
    model.assertSpent()
  })

  test('answers by agent, heading and turn', async () => {
    const model = scriptedModel(
      answers(({ agent, heading, turn }) => (heading === 'Plan' ? undefined : `${agent} ${heading} ${turn}`)),
    )
    expect(textOf(await ask(model))).toBe('ada Respond 1')
    expect(textOf(await ask(model))).toBe('ada Respond 2')
    expect(textOf(await ask(model, requestOf('bert')))).toBe('bert Respond 1')
    expect(await ask(model, requestOf('ada', '# Plan\nGo'))).toMatchObject([{ type: 'failed' }])
    expect(() => model.assertSpent()).toThrow('"Plan"')
  })

  test('counts usage from the texts, unless the script sets it', async () => {
    const model = scriptedModel(
      says('12345678'),
      says('x', { usage: { input: 1, cached: 1, output: 1 } }),
      says('x', { usage: null }),
    )
    const usages = [await ask(model), await ask(model), await ask(model)].map((parts) => {
      const end = parts.at(-1)
      return end?.type === 'finish' ? end.usage : undefined
    })
    expect(usages).toEqual([{ input: 14, cached: 0, output: 2 }, { input: 1, cached: 1, output: 1 }, null])
  })

  test('waits by the given clock and no other', async () => {
    const clock = fakeClock()
    const model = scriptedModel(later(clock, 1_000, says('At last.')))
    const answer = ask(model)
    await model.until(({ open }) => open() === 1)
    expect(clock.untilNext()).toBe(1_000)
    clock.advance(1_000)
    expect(textOf(await answer)).toBe('At last.')
    expect(clock.pending()).toBe(0)
  })

  test('releases its clock and counts as aborted when aborted', async () => {
    const clock = fakeClock()
    const model = scriptedModel(later(clock, 1_000, says('Never.')), hangs('I'))
    for (const _ of [1, 2]) {
      const abort = new AbortController()
      const answer = ask(model, requestOf(), abort.signal)
      await model.until(({ open }) => open() === 1)
      abort.abort()
      expect(textOf(await answer)).not.toContain('Never')
    }
    expect([clock.pending(), model.open(), model.aborted.length]).toEqual([0, 0, 2])
    model.assertSpent()
  })
})
