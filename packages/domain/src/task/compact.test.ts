import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import type { Facts } from '../event/facts.ts'
import { toArray } from '../list/list.ts'
import type { TaskContext } from '../mode/task-context.ts'
import { modes } from '../modes/modes.ts'
import { begun, domain, ends, failure, reply, seat, settled, underWay, wanted } from '../session/session.fixture.ts'
import type { Run, Session } from '../state/session.ts'
import type { Task } from '../state/task.ts'
import { compaction } from './compact.ts'
import { modelCall } from './model-call.ts'
import { shortenOutputs } from './shorten-outputs.ts'

const hidden = seat('compaction', { category: 'hidden', execution: 'single', seat: 'agent' })
const tools = { read: { name: 'read', description: '', input: {}, permission: 'read', readOnly: true, timeoutMs: 1 } }
const permissions = [{ layer: 'user', rules: { '*': 'allow' } }]

/** Ada has read so much that her conversation fills the window of 4,000 tokens. */
function longConversation(
  outputs: number,
  size: number,
  subagents = [hidden],
  context: number | null = 4_000,
  prohibitedPatterns: readonly string[] = [],
): Session {
  const models = { 'test/model': { price: null, context } }
  const start = begun({
    members: [seat('ada', { maxTokens: 100, maxIterations: 99 })],
    settings: { models, tools, permissions },
  })
  const run = start.run as NonNullable<Session['run']>
  const limits = { ...run.limits, prohibitedPatterns: [...prohibitedPatterns] }
  let session = underWay({ ...start, run: { ...run, limits, team: { ...run.team, subagents } } })
  for (let round = 0; round < outputs && session.started[`1/ada/say${round + 1}.1` as never]; round++) {
    session = ends(
      session,
      'ada',
      reply(`Step ${round}.`, { calls: [{ tool: 'read', input: { round } }], finish: 'tools' }),
    )
    session = settled(
      session,
      domain.absorb(session, wanted(session)[0] as never, { kind: 'inspected', resources: [] }),
    )
    session = underWay(session)
    const tool = Object.values(session.started).find(({ kind }) => kind === 'tool')
    const outcome = { kind: 'output', ok: true, output: 'x'.repeat(size), ms: 1 } as const
    session = underWay(settled(session, domain.absorb(session, tool as never, outcome)))
  }
  return session
}
const linesOf = (session: Session) =>
  toArray(domain.prompt(session, Object.values(session.started)[0] as ModelEffect).lines)

describe('a conversation that fills its window', () => {
  test('first loses old tool outputs, and nothing else', () => {
    const session = longConversation(6, 2_400)
    const lines = linesOf(session)
    expect(lines.some((line) => line.role === 'tool' && line.output.includes('pruned to save room'))).toBe(true)
    expect(lines[0]).toEqual({ role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' })
    expect(Object.keys(session.tasks)).toEqual(['1/ada'])
  })

  test('is summarized in a few calls even if the agent calls tools, and a summary is not summarized itself', () => {
    let session = longConversation(40, 350)
    let calls = 0
    const isSumming = () => Object.keys(session.started).find((key) => key.includes('/compact1/say'))
    for (; calls < 20 && isSumming(); calls++) {
      session = underWay(
        ends(
          session,
          'compaction',
          reply('z'.repeat(4_000), { calls: [{ tool: 'fly', input: { calls } }], finish: 'tools' }),
        ),
      )
      expect(Object.keys(session.tasks).filter((id) => id.includes('compact1/compact'))).toEqual([])
    }
    expect(calls).toBeGreaterThan(0)
    expect(calls).toBeLessThanOrEqual(4)
  })

  test('is summarized by the hidden agent if pruning is not enough, keeping the ask and the newest lines', () => {
    let session = longConversation(40, 350)
    expect(Object.keys(session.tasks)).toEqual(['1/ada', '1/ada/compact1'])
    const before = session.tasks['1/ada' as never]
    session = underWay(ends(session, 'compaction', reply('We read many files.')))
    const lines = linesOf(session)
    expect(lines[0]).toEqual({ role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' })
    expect(lines[1]).toEqual({
      role: 'user',
      text: '# Summary\n\nThe conversation so far, in short:\n\nWe read many files.',
    })
    expect(lines.slice(2)).toEqual(toArray(before?.lines ?? (session.messages as never)).slice(-(lines.length - 2)))
    expect(session.tasks['1/ada' as never]?.earlier).toBe(0)
    expect(session.messages.size).toBe(1)
  })

  test('is summarized without text that matches a prohibited pattern, since a summary outlives the turn', () => {
    const asked = (patterns: readonly string[]) =>
      JSON.stringify(linesOf(longConversation(40, 350, [hidden], 4_000, patterns)))
    expect(asked([])).toContain('assistant: Step 1.')
    expect(asked(['step 1'])).not.toContain('Step 1.')
    expect(asked(['step 1'])).toContain('left out: it matches a prohibited pattern')
    expect(asked(['step 1'])).toContain('assistant: Step 2.')
  })

  test('is shortened once per few new lines, even if that did not help', () => {
    const session = longConversation(40, 350, [])
    expect(Object.keys(session.tasks)).toEqual(['1/ada'])
    expect(session.tasks['1/ada' as never]?.compactions).toBeGreaterThan(1)
    expect(session.tasks['1/ada' as never]?.replies).toBe(40)
  })

  test('is assumed to have a window of 16,000 tokens if that is unknown, with one warning', () => {
    const session = longConversation(40, 6_000, [], null)
    expect(session.tasks['1/ada' as never]?.compactions).toBeGreaterThan(0)
    expect(session.tasks['1/ada' as never]?.size).toBeLessThan(16_000)
    expect(session.warned).toEqual({ assumed_window: 1 })
  })

  test('because of one large output is cut immediately, or a server might silently drop the goal', () => {
    const lines = linesOf(longConversation(1, 40_000))
    expect(lines[0]).toEqual({ role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' })
    expect(JSON.stringify(lines).length).toBeLessThan(16_000)
  })

  test('never loses the call of a result', () => {
    let session = longConversation(40, 350)
    session = underWay(ends(session, 'compaction', reply('Short.')))
    const lines = linesOf(session)
    const calls = new Set(lines.flatMap((line) => (line.role === 'assistant' ? line.calls.map(({ id }) => id) : [])))
    expect(lines.every((line) => line.role !== 'tool' || calls.has(line.call))).toBe(true)
  })
})

describe('a provider that says the context is too long', () => {
  const overflows = (session: Session) =>
    underWay(ends(session, 'ada', failure('context_overflow', { retryable: false })))

  test('gets a summary, then shorter outputs, and only then the run fails', () => {
    const summed = overflows(longConversation(3, 2_500))
    expect(Object.keys(summed.tasks)).toContain('1/ada/compact1')
    const cut = overflows(underWay(ends(summed, 'compaction', reply('Short.'))))
    const outputs = linesOf(cut).flatMap((line) => (line.role === 'tool' ? [line.output] : []))
    expect(outputs.every((output) => output.length < 1_000 && output.includes('call "read" with the path'))).toBe(true)
    expect(overflows(cut).run?.finished).toMatchObject({ state: 'failed', reason: 'error:context_overflow' })
  })

  test('gets shorter outputs that still refer to the original, however often they are cut', () => {
    const cut = toArray(
      shortenOutputs(shortenOutputs(longConversation(1, 9_000).tasks['1/ada' as never]?.lines as never, 900), 420),
    )
    expect(cut.findLast(({ role }) => role === 'tool')).toMatchObject({ output: expect.stringMatching(/"output:\d+"/) })
  })

  test('gets shorter outputs immediately if there is too little to summarize', () => {
    const cut = overflows(longConversation(1, 9_000))
    expect(Object.keys(cut.tasks)).toEqual(['1/ada'])
    const [first, ...rest] = linesOf(cut)
    expect(first).toEqual({ role: 'user', text: '# Respond\n\nCurrent date: 2026-01-02\n\nWhy?' })
    expect(JSON.stringify(rest).length).toBeLessThan(4_000)
  })

  test('does not make an agent stuck that rereads what was cut', () => {
    const reads = (session: Session) =>
      underWay(ends(session, 'ada', reply('', { calls: [{ tool: 'read', input: { round: 0 } }], finish: 'tools' })))
    const seen = (session: Session) => session.tasks['1/ada' as never]?.made.length
    const cut = overflows(longConversation(1, 9_000))
    expect([seen(longConversation(1, 9_000)), seen(cut)]).toEqual([1, 0])
    expect(Object.values(reads(cut).tasks)[0]?.fruitless).toBe(0)
  })

  test('fails the run if nothing can be shortened', () => {
    const failed = overflows(longConversation(1, 100))
    expect(failed.run?.finished).toMatchObject({ state: 'failed', reason: 'error:context_overflow' })
  })

  test('may say so again after an answer', () => {
    const cut = overflows(longConversation(1, 9_000))
    const answered = ends(cut, 'ada', reply('More.', { calls: [{ tool: 'read', input: {} }], finish: 'tools' }))
    expect(answered.tasks['1/ada' as never]?.overflows).toBe(0)
  })
})

test('the savings of a summary are counted like the limit, with the system prompt and the tools', () => {
  const session = longConversation(40, 350)
  const task = session.tasks['1/ada' as never] as Task
  const run = session.run as Run
  const sizes = (prompt: string) => {
    const ada = seat('ada', { maxTokens: 100, prompt })
    const context = { session, run, task, seat: ada, mode: modes.agent } as TaskContext
    const data = compaction(context, 'We read many files.').data as Facts['compaction']
    const call = modelCall({ ...context, session: { ...session, started: {} } })
    expect(data.tokensBefore).toBe(Math.floor((call.reserve.input * 3) / 4))
    return data
  }
  const [short, long] = [sizes('Read.'), sizes('Mind this. '.repeat(400))]
  expect(long.tokensAfter - short.tokensAfter).toBe(long.tokensBefore - short.tokensBefore)
  expect(long.tokensAfter - short.tokensAfter).toBeGreaterThan(900)
})
