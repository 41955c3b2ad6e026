import { fromWire } from '@convene/domain'
import { expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { newStory, type Story } from '../view/story.fixture.ts'
import { emptyView } from '../view/view.ts'
import { storyStepsOf } from './steps.ts'

const said = (story: Story) => {
  const view = emptyView(story.session)
  for (const event of story.events) foldEvent(view, fromWire(event))
  return storyStepsOf(view.session.run, view.phases).map(({ name, state }) =>
    state === 'done' ? `✓ ${name}` : `${name} ${state}`,
  )
}

const panel = () => {
  const story = newStory('panel', ['head', 'architect', 'security'])
  story.add('run.state', { from: 'clarifying', to: 'running', trigger: 'panelistsReady' })
  return story
}
const holds = (story: Story, agent: string, round: number) =>
  story.add('position', { round, position: 'Keep', confidence: 70, changed: false, because: '' }, { agent })

test('a decision goes from its question to its verdict, and is blind until somebody speaks again', () => {
  const story = panel()
  holds(story, 'architect', 1)
  expect(said(story)).toEqual(['✓ Question', 'Blind now', 'Debate later', 'Ballot later', 'Verdict later'])
  holds(story, 'security', 2)
  expect(said(story)).toEqual(['✓ Question', '✓ Blind', 'Debate now', 'Ballot later', 'Verdict later'])
})

test('a panel that only voted does not claim that it debated', () => {
  const story = panel()
  holds(story, 'architect', 1)
  story.add('run.state', { from: 'running', to: 'synthesizing', trigger: 'converged' })
  expect(said(story)).toEqual(['✓ Question', '✓ Blind', '✓ Ballot', 'Verdict now'])
})

test('a decision that was stopped in its debate says where', () => {
  const story = panel()
  holds(story, 'security', 2)
  story.add('run.state', { from: 'running', to: 'cancelled', trigger: 'userCancelled' })
  expect(said(story)[2]).toBe('Debate stopped')
})

test('other runs name their phases', () => {
  expect(said(newStory('broadcast', ['architect', 'security']))).toEqual(['Running now', 'Done later'])
})
