import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDomain, modes } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { checksumOf, eventsIn, folded, type Outcome, outcomeOf } from './outcome.ts'
import { stories } from './stories.ts'

const folder = join(import.meta.dirname, 'logs')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const logs = globSync('*/*.jsonl', { cwd: folder })
  .map((file) => file.replaceAll('\\', '/').replace('.jsonl', ''))
  .sort()
const expectedOf = (log: string): Outcome & { readonly sha256: string } => JSON.parse(read(`${log}.expected.json`))

test('every mode and every story has a log', () => {
  const recorded = new Set(logs.map((log) => expectedOf(log).mode))
  expect(Object.keys(modes).filter((mode) => !recorded.has(mode))).toEqual([])
  const names = new Set(logs.map((log) => log.split('/')[1]))
  expect(Object.keys(stories).filter((name) => !names.has(name))).toEqual([])
})

describe.each(logs)('the log %s', (log) => {
  const text = read(`${log}.jsonl`)
  const { sha256, ...expected } = expectedOf(log)

  test('is as it was recorded', () => {
    expect(checksumOf(text)).toBe(sha256)
  })

  test('still ends with the same state, reason, answer and decision', () => {
    expect(outcomeOf(eventsIn(text))).toEqual(expected)
  })

  test('wants nothing more at its end, and can be continued from any event', () => {
    const { next } = createDomain()
    const steps = [...folded(eventsIn(text))].map((session) => next(session))
    expect(steps.at(-1)?.record).toEqual([])
    expect(steps.at(-1)?.want.filter(({ kind }) => kind !== 'timer')).toEqual([])
  })
})
