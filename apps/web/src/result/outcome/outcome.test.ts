import { type Facts, fromWire, type MessageId } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { foldEvent } from '../../session/view/fold.ts'
import { newStory, type Story } from '../../session/view/story.fixture.ts'
import { emptyView } from '../../session/view/view.ts'
import { outcomeOf } from './outcome.ts'

const totals = { calls: 1, input: 1, cached: 0, output: 1, costUsd: 0, unpriced: 0, ms: 5, toolCalls: 0, turns: 1 }

function end(story: Story): void {
  story.add('run.finished', { state: 'completed', reason: 'done', summary: 'In short.', totals })
}

function viewOf(story: Story) {
  const view = emptyView(story.session)
  for (const event of story.events) foldEvent(view, fromWire(event))
  return view
}

describe('the outcome of a session', () => {
  test('has each member’s newest answer in a broadcast', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'First thought.')
    story.say('security', 'Beware.')
    story.say('architect', 'Second thought.')
    end(story)
    const { answers, ending } = outcomeOf(viewOf(story))
    expect(answers.map(({ text }) => text)).toEqual(['Beware.', 'Second thought.'])
    expect(ending?.summary).toBe('In short.')
  })

  test('is the answer picked in a broadcast, marked as picked', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'First thought.')
    story.say('security', 'Beware.')
    end(story)
    expect(outcomeOf(viewOf(story)).isPicked).toBe(false)
    const id = outcomeOf(viewOf(story)).answers[1]?.id ?? ''
    story.add('message.picked', { message: id as MessageId })
    const { answers, isPicked } = outcomeOf(viewOf(story))
    expect(answers.map(({ text }) => text)).toEqual(['Beware.'])
    expect(isPicked).toBe(true)
  })

  test('is the synthesis if there is one, even if other messages follow', () => {
    const story = newStory('orchestrate', ['architect', 'security'])
    story.add('message', { author: 'architect', role: 'lead', kind: 'synthesis', text: 'The whole.' })
    story.say('security', 'A remark.')
    end(story)
    expect(outcomeOf(viewOf(story)).answers.map(({ text }) => text)).toEqual(['The whole.'])
  })

  test('does not change after a follow-up question', () => {
    const story = newStory('agent', ['architect'])
    story.say('architect', 'It is fixed.')
    end(story)
    story.say('architect', 'Because it was broken.')
    expect(outcomeOf(viewOf(story)).answers.map(({ text }) => text)).toEqual(['It is fixed.'])
  })

  test('is unchanged for an earlier run, with its own follow-ups', () => {
    const story = newStory('agent', ['architect'])
    story.say('architect', 'It is fixed.')
    end(story)
    story.say('architect', 'Because it was broken.')
    const started = story.events.find(({ type }) => type === 'run.started')?.data as Facts['run.started']
    story.add('run.started', { ...started, number: 2, goal: 'Build it.' })
    story.say('architect', 'It is built.')
    const view = viewOf(story)
    const first = outcomeOf(view, 1)
    expect(first.answers.map(({ text }) => text)).toEqual(['It is fixed.'])
    expect(first.followUps.map(({ text }) => text)).toEqual(['Because it was broken.'])
    expect([first.isNewest, first.run?.goal]).toEqual([false, 'Keep sessions in Redis or in Postgres?'])
    expect(outcomeOf(view).answers.map(({ text }) => text)).toEqual(['It is built.'])
    expect(outcomeOf(view, 7).run?.number).toBe(2)
  })

  test('is empty before the first message', () => {
    const { answers, ending, tally } = outcomeOf(viewOf(newStory('panel', ['head', 'architect'])))
    expect([answers, ending, tally]).toEqual([[], null, null])
  })
})
