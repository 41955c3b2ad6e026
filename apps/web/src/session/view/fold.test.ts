import { type Facts, fromWire } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { foldDelta, foldEvent } from './fold.ts'
import { shownNow } from './mode-view.ts'
import { waitsFor } from './phase.ts'
import { endAnswer, newStory, type Story } from './story.fixture.ts'
import { type EntryOf, emptyView, type View } from './view.ts'

const viewOf = ({ session, events }: Story): View => {
  const view = emptyView(session)
  for (const event of events) foldEvent(view, fromWire(event))
  return view
}

const said = (view: View): readonly EntryOf<'said'>[] =>
  view.order.flatMap((key) => {
    const entry = view.entries.get(key)
    return entry?.kind === 'said' ? [entry] : []
  })

describe('what an agent says', () => {
  test('is one entry from its first word to its message', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const view = viewOf(story)
    foldDelta(view, { effect, kind: 'text', text: 'Hel', at: 0 })
    foldDelta(view, { effect, kind: 'text', text: 'lo', at: 3 })
    const live = said(view).at(-1)
    expect([live?.stage, view.live.get(effect)?.text]).toEqual(['live', 'Hello'])
    const from = story.events.length
    endAnswer(story.add, { agent: 'architect', effect, text: 'Hello.' })
    for (const event of story.events.slice(from)) foldEvent(view, fromWire(event))
    const spoken = said(view).at(-1)
    expect([spoken?.key, spoken?.stage, spoken?.id, spoken?.text]).toEqual([live?.key, 'message', 'm2', 'Hello.'])
    expect(view.live.size).toBe(0)
  })

  test('never starts mid-text: a piece after a gap waits for the beginning', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const view = viewOf(story)
    const shown = () => view.live.get(effect)?.text
    foldDelta(view, { effect, kind: 'text', text: 'the middle', at: 9 })
    expect(shown()).toBe('')
    foldDelta(view, { effect, kind: 'text', text: 'This was the middle', at: 0 })
    foldDelta(view, { effect, kind: 'text', text: ' and more', at: 25 })
    expect(shown()).toBe('This was the middle')
    foldDelta(view, { effect, kind: 'text', text: ', and this the end.', at: 19 })
    expect(shown()).toBe('This was the middle, and this the end.')
  })

  test('leaves no entry if it was only a tool call', () => {
    const story = newStory('agent', ['architect'])
    const effect = story.think('architect')
    const place = { agent: 'architect', task: effect.replace('/say1.1', '') }
    story.add('model.replied', { effect, text: ' ', calls: [], finish: 'tools', outcome: 'complete' }, place)
    expect(said(viewOf(story)).map(({ role }) => role)).toEqual(['user'])
  })

  test('keeps its partial text when aborted', () => {
    const story = newStory('agent', ['architect'])
    const effect = story.think('architect')
    story.add('effect.aborted', { effect, partial: 'I would' }, { agent: 'architect' })
    const last = said(viewOf(story)).at(-1)
    expect([last?.stage, last?.text, last?.incomplete]).toEqual(['cut', 'I would', true])
  })

  test('leaves no entry when lost with the process, as after a reload', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = story.think('architect')
    const view = viewOf(story)
    const before = said(view).length
    foldDelta(view, { effect, kind: 'text', text: 'Half a', at: 0 })
    foldEvent(view, fromWire(story.add('effect.lost', { effect }, { agent: 'architect' })))
    expect(said(view)).toHaveLength(before - 1)
  })

  test('is hidden in a secret vote', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const effect = '1/d1/ballot:architect/say1.1' as Facts['effect.started']['effect']
    const place = { agent: 'architect', task: '1/d1/ballot:architect' }
    story.add('effect.started', { effect, kind: 'model', attempt: 1, timeoutMs: 60_000, model: 'a/b' }, place)
    const text = '(secret until the vote is closed)'
    story.add('model.replied', { effect, text, calls: [], finish: 'stop', outcome: 'complete' }, place)
    expect(said(viewOf(story)).map((entry) => entry.text)).not.toContain(text)
  })

  test('shows its usage', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'Done.')
    expect(said(viewOf(story)).at(-1)?.used).toEqual({ ms: 1_800, tokens: 1_200, costUsd: 0.0031, unpriced: 0 })
  })
})

describe('a tool call', () => {
  const place = { agent: 'architect', task: '1/t5/architect', parent: '1' }
  const call = 'c1-1' as Facts['tool.called']['call']
  const ask = '1/t5/architect/c1-1/ask' as Facts['permission.asked']['ask']
  const effect = '1/t5/architect/c1-1/run.1' as Facts['effect.started']['effect']
  const story = newStory('agent', ['architect'])
  const stateAfter = (add: () => void) => {
    add()
    const entry = viewOf(story).entries.get('tool:1/t5/architect/c1-1')
    return entry?.kind === 'tool' ? entry.state : null
  }

  test('goes from called to asked to running to its end in one entry', () => {
    const asked = {
      ask,
      call,
      chain: ['architect'],
      tool: 'bash',
      resource: 'ls',
      rule: 'bash: ask',
      proposed: 'bash:ls',
    }
    const states = [
      () => story.add('tool.called', { call, tool: 'bash', input: { command: 'ls' }, resources: [] }, place),
      () => story.add('permission.asked', { ...asked, expiresAt: 0 }, place),
      () => story.add('permission.answered', { ask, answer: 'once', by: 'user' }, place),
      () => story.add('effect.started', { effect, kind: 'tool', attempt: 1, timeoutMs: 1, call }, place),
      () => story.add('tool.finished', { effect, call, ok: false, output: 'no', ms: 3 }, place),
    ].map((add) => stateAfter(add))
    expect(states).toEqual(['wanted', 'asked', 'wanted', 'running', 'failed'])
  })
})

describe('a panel', () => {
  test('has one band per round', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    story.say('architect', 'One.', 1)
    story.say('security', 'Two.', 1)
    story.say('security', 'Three.', 2)
    expect(said(viewOf(story)).map(({ band }) => band)).toEqual(['1/1/start', '1/1/round1', '1/1/round1', '1/1/round2'])
  })

  test.each([
    ['leaves out the options that its topic lists', ['Stay', 'Move'], []],
    ['names options that its topic lacks', ['Stay', 'Rewrite'], ['Options: A. Stay · B. Rewrite']],
  ])('%s', (_name, options, notices) => {
    const story = newStory('panel', ['head', 'architect'])
    story.add('message', { author: 'head', role: 'lead', kind: 'topic', text: 'A. Stay\nB. Move' }, { agent: 'head' })
    story.add('options.drawn', { options: options.map((text) => ({ text, covers: [] })), by: 'head' })
    const view = viewOf(story)
    const told = view.order.flatMap((key) => {
      const entry = view.entries.get(key)
      return entry?.kind === 'notice' ? [entry.text] : []
    })
    expect(told.filter((text) => text.startsWith('Options'))).toEqual(notices)
  })

  test('tracks each panelist’s position', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    const position = { round: 1, position: 'Keep', confidence: 70, changed: false, because: '' }
    story.add('position', position, { agent: 'architect' })
    expect(shownNow(viewOf(story)).positions).toMatchObject([{ ...position, agent: 'architect' }])
  })
})

describe('a plan', () => {
  test('tracks the state of each step', () => {
    const story = newStory('plan', ['architect', 'security'])
    const step = { id: 's1', owner: 'architect', description: 'Do', acceptance: 'Done', dependsOn: [] }
    story.add('plan.committed', { version: 1, steps: [step], reviews: [] } as Facts['plan.committed'])
    story.add('step.state', { step: 's1', from: 'pending', to: 'running', owner: 'security', attempt: 1 })
    expect(shownNow(viewOf(story)).plan?.steps.map(({ state, owner }) => [state, owner])).toEqual([
      ['running', 'security'],
    ])
  })
})

describe('the user’s vote', () => {
  const proposed = { topic: 'Where?', options: ['here', 'there'], evidence: '', closesAt: null, by: 'architect' }
  const asked = { description: 'Vote.', execution: 'single', attempt: 1, kind: 'vote', place: 'd1' } as const
  const ballot = { ...asked, from: 'user', conversation: 'own', decision: 'd1' } as const
  const voted = (voter: string) => ({ decision: 'd1', voter, option: '', reason: '' })

  test('is pending until cast, even while votes are secret, and only if the user has a seat', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const agents = ['architect', 'security']
    story.add('decision.proposed', { ...proposed, decision: 'd0', eligible: agents })
    expect(waitsFor(viewOf(story))).toBe(0)
    story.add('decision.proposed', { ...proposed, decision: 'd1', eligible: [...agents, 'user'] })
    expect(waitsFor(viewOf(story)), 'while agents still argue').toBe(1)
    story.add('task.assigned', { ...ballot, to: 'architect' }, { task: '1/d1/vote1/architect' })
    story.add('decision.voted', voted('architect'))
    expect(waitsFor(viewOf(story))).toBe(1)
    story.add('decision.voted', voted('user'))
    expect(waitsFor(viewOf(story))).toBe(0)
  })
})
