import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Event, type EventOf, fromWire } from '@convene/domain'
import { playbackOf } from '@convene/reading'
import { examples, record } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../packages/library/src/examples/recorded')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('every script has its example in the list', () => {
  expect(JSON.parse(read('index.json')).map(({ slug }: { slug: string }) => slug)).toEqual(
    examples.map(({ slug }) => slug),
  )
})

describe.each(examples)('the example $slug', (example) => {
  const text = read(`${example.slug}.jsonl`)
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => fromWire(JSON.parse(line)))

  test('is up to date with its script; `npm run examples` records it again', async () => {
    const again = await record(example)
    expect(again.map((event) => JSON.stringify(event))).toEqual(text.trimEnd().split('\n'))
  })

  test('completes without a warning or an error', () => {
    expect(events.filter(({ type }) => type === 'warning' || type === 'error').map(({ data }) => data)).toEqual([])
    expect(events.find(({ type }) => type === 'run.finished')?.data).toMatchObject({ state: 'completed' })
  })

  test('names no real model, person or folder', () => {
    expect(text).not.toMatch(/gpt|claude|gemini|mistral|llama|qwen|deepseek/iu)
    expect(text).not.toMatch(/nobody is/u)
  })

  test('decides for what most seats hold at the end, or ends in findings without a ballot', () => {
    const positions = new Map(all(events, 'position').map(({ agent = '', data }) => [agent, data.position]))
    const votes = all(events, 'decision.voted').map(({ data }) => data)
    const isVoted = !all(events, 'protocol.chosen').some(({ data }) => data.findings)
    if (!isVoted) return expect(votes).toEqual([])
    expect(Object.fromEntries(votes.map(({ voter, option }) => [voter, option]))).toEqual(Object.fromEntries(positions))
    const held = (option: string) => [...positions.values()].filter((position) => position === option).length
    for (const { data } of all(events, 'decision.committed'))
      expect(held(data.option)).toBe(Math.max(...[...positions.values()].map(held)))
  })

  test('has the most confidence in what each seat votes for', () => {
    for (const { data } of all(events, 'decision.voted'))
      if (data.probabilities) expect(data.confidence, data.voter).toBe(Math.max(...data.probabilities))
  })

  test('cites only messages that were there before', () => {
    const said = new Set<string>()
    for (const { id = '', data } of all(events, 'message')) {
      for (const [cited] of data.text.matchAll(/\bm\d+\b/gu)) expect(said, `${id} cites ${cited}`).toContain(cited)
      said.add(id)
    }
  })

  test('ends within its estimate, in calls, tokens, cost and time', () => {
    const gate = all(events, 'question.asked').find(({ data }) => data.estimate !== undefined)
    const { least, most } = gate?.data.estimate ?? {}
    const { calls, input, output, costUsd, worked = 0 } = all(events, 'run.finished')[0]?.data.totals ?? noTotals
    const took = { calls, tokens: input + output, costUsd, minutes: worked / 60_000 }
    const low = { ...least, tokens: (least?.input ?? 0) + (least?.output ?? 0) }
    const high = { ...most, tokens: (most?.input ?? 0) + (most?.output ?? 0) }
    for (const [name, amount] of Object.entries(took)) {
      expect(amount, name).toBeGreaterThanOrEqual(low[name as keyof typeof low] ?? Number.NaN)
      expect(amount, name).toBeLessThanOrEqual(high[name as keyof typeof high] ?? Number.NaN)
    }
  })

  test('has tools that take time', () => {
    const started = new Map<string, number>(all(events, 'effect.started').map(({ at, data }) => [data.effect, at]))
    for (const { at, data } of all(events, 'tool.finished'))
      expect(at, data.call).toBeGreaterThan(started.get(data.effect ?? '') ?? at)
  })

  test('can be watched in under two minutes', () => {
    const { duration } = playbackOf(events)
    expect(duration).toBeGreaterThan(40_000)
    expect(duration).toBeLessThan(120_000)
  })
})

const noTotals = { calls: 0, input: 0, output: 0, costUsd: 0, worked: 0 }

const all = <Type extends Event['type']>(events: readonly Event[], type: Type): readonly EventOf<Type>[] =>
  events.filter((event): event is EventOf<Type> => event.type === type)
