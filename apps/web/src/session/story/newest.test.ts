import { fromWire } from '@convene/domain'
import { expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { newStory, type Story } from '../view/story.fixture.ts'
import { emptyView } from '../view/view.ts'
import { newestKeys } from './newest.ts'

function newestIn({ session, events }: Story): readonly string[] {
  const view = emptyView(session)
  for (const event of events) foldEvent(view, fromWire(event))
  return newestKeys(view, view.order).map((key) => {
    const entry = view.entries.get(key)
    return entry?.kind === 'said' || entry?.kind === 'notice' ? entry.text : (entry?.kind ?? '')
  })
}

const totals = { calls: 2, input: 900, cached: 0, output: 100, costUsd: 0.01, unpriced: 0, ms: 9_000 }

test('a run that lasts shows what was said last, and the notes after it', () => {
  const story = newStory('panel', ['head', 'architect', 'security'])
  story.say('architect', 'One.', 1)
  story.say('security', 'Two.', 1)
  for (const note of ['a', 'b', 'c', 'd']) story.add('warning', { code: 'odd', message: `Odd: ${note}.` })
  expect(newestIn(story)).toEqual(['Two.', 'Odd: b.', 'Odd: c.', 'Odd: d.'])
})

test('a run that is over shows its ending and what was said since', () => {
  const story = newStory('panel', ['head', 'architect', 'security'])
  story.say('architect', 'One.', 1)
  story.add('run.finished', { state: 'completed', reason: 'converged', summary: '', totals })
  story.say('security', 'One more thing.')
  expect(newestIn(story)).toEqual(['ending', 'One more thing.'])
})

test('nothing is shown before anybody has spoken', () => {
  expect(newestIn(newStory('panel', ['head', 'architect']))).toEqual([])
})
