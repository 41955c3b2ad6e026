import { type Facts, fromWire } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { newStory, type Story } from '../view/story.fixture.ts'
import { emptyView } from '../view/view.ts'
import { graphOf, NODE } from './tree-layout.ts'

function graph({ session, events }: Story) {
  const view = emptyView(session)
  for (const event of events) foldEvent(view, fromWire(event))
  return graphOf(view)
}

describe('the graph', () => {
  test('leads from a lead’s plan to each member’s task, and from these to what the lead makes of them', () => {
    const story = newStory('panel', ['head', 'architect', 'security', 'performance'])
    story.say('head', 'Look into three things.')
    for (const agent of ['architect', 'security', 'performance']) story.say(agent, 'Found.')
    story.say('head', 'The report.')
    const { nodes, edges } = graph(story)
    const lines = edges.map(({ from, to }) => `${from.agent} → ${to.agent}`)
    expect(lines.toSorted()).toEqual([
      'architect → head',
      'head → architect',
      'head → performance',
      'head → security',
      'performance → head',
      'security → head',
    ])
    expect(new Set(nodes.map(({ x }) => x)).size).toBe(3)
  })

  test('shows which agents wait for the user', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    const [effect] = [story.think('architect'), story.think('security')]
    const task = effect.replace('/say1.1', '')
    const place = { agent: 'architect', task }
    const call = 'c1-1' as Facts['tool.called']['call']
    story.add('tool.called', { call, tool: 'bash', input: {}, resources: [] }, place)
    const asked = { tool: 'bash', resource: 'ls', rule: 'bash: ask', proposed: 'bash:ls', chain: ['architect'] }
    const ask = `${task}/${call}/ask` as Facts['permission.asked']['ask']
    story.add('permission.asked', { ...asked, ask, call, expiresAt: Date.UTC(2100, 0, 1) }, place)
    const states = graph(story).nodes.map(({ agent, state, text }) => [agent, state, text])
    expect(states).toEqual([
      ['architect', 'waiting', 'waiting for you'],
      ['security', 'now', 'thinking'],
    ])
  })

  test('lets no two nodes overlap', () => {
    const story = newStory('broadcast', ['architect', 'security', 'performance'])
    for (const agent of ['architect', 'security', 'performance', 'architect', 'security']) story.say(agent, 'Yes.')
    const { nodes } = graph(story)
    for (const one of nodes)
      for (const other of nodes)
        if (one !== other && one.x === other.x) expect(Math.abs(one.y - other.y)).toBeGreaterThanOrEqual(NODE.height)
    expect(nodes.length).toBe(5)
  })
})
