import { describe, expect, test } from 'vitest'
import type { ModelEffect } from '../effect/effect.ts'
import { toArray } from '../list/list.ts'
import { begun, domain, ends, reply, seat, underWay, wanted } from '../session/session.fixture.ts'
import type { Session } from '../state/session.ts'

/** Texts, and how many tokens each has when repeated, according to the tokenizers o200k_base and cl100k_base. */
const texts: readonly (readonly [name: string, text: string, o200k: number, cl100k: number])[] = [
  ['English', 'The quick brown fox jumps over the lazy dog and runs on. ', 13, 13],
  ['German', 'Die Haftpflichtversicherung deckt Schäden, die Dritten entstehen. ', 13, 21],
  ['Russian', 'Сначала нужно проверить резервные копии, а потом решать о переносе. ', 17, 28],
  ['Chinese', '我们需要先确认数据库的备份策略，然后再决定是否迁移到新的服务器。', 19, 27],
  ['Japanese', 'まずバックアップの方針を確認してから、移行するかどうかを決めます。', 23, 33],
  ['Arabic', 'يجب أن نتحقق أولاً من النسخ الاحتياطية ثم نقرر ما إذا كنا سننتقل. ', 24, 50],
  ['Hindi', 'पहले हमें बैकअप की जाँच करनी चाहिए और फिर तय करना चाहिए। ', 16, 57],
  ['code', 'const x = items.filter(({ id }) => id !== key).map(fn);\n', 16, 16],
  ['JSON', '{"id":"01JQ8","path":"src/a.ts","ok":true,"ms":12,"lines":[1,2,3]},', 30, 30],
  ['a log', '2026-11-16T13:27:47.120Z WARN [pool-3] retry 2/4 after 503 in 1843 ms\n', 35, 35],
]
const counted = texts.flatMap(([name, text, o200k, cl100k]) => [
  { name, text, tokenizer: 'o200k_base', charactersPerToken: text.length / o200k },
  { name, text, tokenizer: 'cl100k_base', charactersPerToken: text.length / cl100k },
])

const SAFETY = 4 / 3
const tools = {
  nothing: { name: 'nothing', description: '', input: {}, permission: 'x', readOnly: true, timeoutMs: 1 },
}

function callOf(state: Session): ModelEffect {
  const call = [...Object.values(state.started), ...wanted(state)].find((effect) => effect.kind === 'model')
  if (call?.kind !== 'model') throw new Error('no call is wanted')
  return call
}

/** Characters per token of a system prompt, with either tokenizer. */
const ENGLISH = 4.1

/** What the provider would count: an English frame, and the conversation in its own language. */
function reported(state: Session, charactersPerToken: number): number {
  const { system, lines } = domain.prompt(state, callOf(state))
  const said = toArray(lines).map((line) => JSON.stringify(line))
  return Math.ceil(system.length / ENGLISH + said.join('').length / charactersPerToken)
}

describe('after three calls, a conversation is counted within 25 % of the provider’s count', () => {
  test.each(counted)('in $name, by $tokenizer', ({ text, charactersPerToken }) => {
    const say = (calls: number) =>
      reply(text.repeat(40), { calls: [{ tool: 'missing', input: { path: `a${calls}` } }], finish: 'tools' })
    let state = underWay(begun({ members: [seat('ada')], settings: { tools } }))
    for (let calls = 0; calls < 3; calls++) {
      const input = reported(state, charactersPerToken)
      state = underWay(ends(state, 'ada', { ...say(calls), usage: { input, cached: 0, output: 10 } } as never))
    }
    const counted = callOf(state).reserve.input / SAFETY
    const real = reported(state, charactersPerToken)
    expect(Math.abs(counted - real) / real).toBeLessThan(0.25)
  })
})

describe('the learned token rate', () => {
  const long = 'word '.repeat(1_000)
  const after = (usage: object | null, more = {}) => {
    const state = underWay(begun({ members: [seat('ada', { prompt: long })] }))
    return ends(state, 'ada', reply('Yes.', { usage, ...more }))
  }

  test('is the ratio between the provider’s count and ours', () => {
    const { learned } = after({ input: 2_700, cached: 0, output: 5 })
    expect(learned?.['test/model']?.tokensPerEstimate).toBeCloseTo(2, 0)
  })

  test.each([
    { what: 'a server that truncates its input', usage: { input: 100, cached: 0, output: 5 } },
    { what: 'a server that counts nonsense', usage: { input: 1_000_000, cached: 0, output: 5 } },
    { what: 'a server that does not count', usage: null },
  ])('ignores $what', ({ usage }) => {
    expect(after(usage).learned?.['test/model']?.tokensPerEstimate).toBeUndefined()
  })

  test('is used to estimate a call that the provider did not count', () => {
    const calls = [{ tool: 'missing', input: {} }]
    const first = after({ input: 2_700, cached: 0, output: 5 }, { calls, finish: 'tools', text: long })
    const spent = ends(underWay(first), 'ada', reply('Yes.', { usage: null })).run?.spent.input ?? 0
    expect(spent - 2_700).toBeGreaterThan(1_250 * 1.8)
  })
})

describe('a first call reserves tokens', () => {
  const reserved = (settings: object, more: object = {}) =>
    callOf(begun({ members: [seat('ada', more)], settings })).reserve.input
  const long = 'word '.repeat(8_000)
  const spec = { name: 'huge', permission: 'x', readOnly: true, timeoutMs: 1 }

  test.each([
    ['the AGENTS.md of the workspace', { agentsMd: long }],
    ['the descriptions of skills', { skills: [{ name: 'deploy', description: long }] }],
    ['a tool with a long description', { tools: { huge: { ...spec, description: long, input: {} } } }],
    ['a tool with a large schema', { tools: { huge: { ...spec, description: '', input: { enum: [long] } } } }],
  ])('for %s', (_what, settings) => {
    expect(reserved(settings) - reserved({ tools: {} })).toBeGreaterThan(10_000)
  })

  test('but not for a tool its agent does not have', () => {
    const settings = { tools: { huge: { ...spec, description: long, input: {} } } }
    expect(reserved(settings, { tools: 'none' })).toBeLessThan(1_000)
  })
})

test('a model that counted less than we estimate reserves no less for the next conversation', () => {
  const members = [seat('ada', { prompt: 'word '.repeat(1_000) }), seat('bert', { prompt: 'word '.repeat(1_000) })]
  const first = underWay(begun({ mode: 'sequential', members }))
  const { input: before, estimated = 0 } = callOf(first).reserve
  const usage = { input: estimated * 0.6, cached: 0, output: 5 }
  const next = underWay(ends(first, 'ada', reply('Yes.', { usage })))
  expect(next.learned?.['test/model']?.tokensPerEstimate).toBeLessThan(0.7)
  expect(callOf(next).agent).toBe('bert')
  expect(callOf(next).reserve.input).toBeGreaterThanOrEqual(before)
})
