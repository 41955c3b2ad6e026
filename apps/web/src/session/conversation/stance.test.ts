import { type Facts, fromWire } from '@convene/domain'
import { expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { newStory } from '../view/story.fixture.ts'
import { type EntryOf, emptyView } from '../view/view.ts'
import { stanceOf } from './stance.ts'

const stated = { position: 'Redis', confidence: 78, changed: false, because: '' }

test('a message keeps its position when the next run starts', () => {
  const story = newStory('panel', ['head', 'architect'])
  const [started] = story.events.filter(({ type }) => type === 'run.started')
  const hold = (round: number) => {
    story.say('architect', 'Redis, as before.', round)
    story.add('position', { ...stated, round }, { agent: 'architect' })
  }
  hold(1)
  hold(2)
  story.add('run.started', { ...(started?.data as Facts['run.started']), number: 2 })
  hold(3)
  const view = emptyView(story.session)
  for (const event of story.events) foldEvent(view, fromWire(event))
  const said = [...view.entries.values()].filter(
    (entry): entry is EntryOf<'said'> & { band: string } => entry.kind === 'said' && entry.agent === 'architect',
  )
  expect(said.map((entry) => stanceOf(view, entry)?.words)).toEqual(['A · 78 %', 'A · 78 % · unchanged', 'A · 78 %'])
})
