import { fromWire } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { shownActivity } from './activity.ts'
import { foldDelta, foldEvent } from './fold.ts'
import { endAnswer, newStory, type Story } from './story.fixture.ts'
import { emptyView, type View } from './view.ts'

function viewOf(story: Story): View {
  const view = emptyView(story.session)
  for (const event of story.events) foldEvent(view, fromWire(event))
  return view
}

describe('an agent’s activity on the screen', () => {
  test('is thinking until the first word arrives, then writing', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const view = viewOf(story)
    foldDelta(view, { effect, kind: 'reasoning', text: 'Hm.', at: 0 })
    expect(shownActivity(view, 'architect')).toBe('thinking')
    foldDelta(view, { effect, kind: 'text', text: 'I', at: 0 })
    expect(shownActivity(view, 'architect')).toBe('writing')
    expect(shownActivity(view, 'security')).toBe('idle')
  })

  test('is failed after a failed task, until the next task', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const place = { agent: 'architect', task: effect.replace(/\/say1\.1$/u, ''), parent: '1' }
    const error = { code: 'timeout', message: 'It took too long.' }
    const failed = { ok: false, report: '', ms: 5, iterations: 1, toolCalls: 0, tokens: 0, place: 'x', error }
    story.add('model.failed', { effect, ...error, outcome: 'fail', retryable: false }, place)
    story.add('task.finished', failed, place)
    expect(shownActivity(viewOf(story), 'architect')).toBe('failed')
    const over = newStory('broadcast', ['architect', 'security'])
    over.events.push(...story.events.slice(over.events.length))
    over.add('run.state', { from: 'running', to: 'failed', trigger: 'fatalError' })
    const ended = viewOf(over)
    expect(['architect', 'security'].map((agent) => shownActivity(ended, agent))).toEqual(['failed', 'idle'])
    endAnswer(story.add, { agent: 'architect', effect: story.think('architect'), text: 'So.' })
    expect(shownActivity(viewOf(story), 'architect')).toBe('idle')
  })
})
