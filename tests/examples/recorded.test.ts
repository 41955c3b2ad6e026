import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromWire, playbackOf } from '@convene/domain'
import { examples, record } from '@convene/testkit'
import { describe, expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../packages/library/src/examples/recorded')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

test('the list of examples is that of the scripts', () => {
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

  test('is what the modes make of its script today; `npm run examples` records it again', async () => {
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

  test('can be watched in under two minutes', () => {
    const { duration } = playbackOf(events)
    expect(duration).toBeGreaterThan(40_000)
    expect(duration).toBeLessThan(120_000)
  })
})
