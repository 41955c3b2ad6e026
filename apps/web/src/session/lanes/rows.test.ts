import { type Facts, fromWire } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { foldNewest } from '../view/fold-newest.ts'
import { endAnswer, newStory, type Story } from '../view/story.fixture.ts'
import { emptyView } from '../view/view.ts'
import { asideOf, type LaneRows, laneAgents, laneRows } from './rows.ts'

function rowsOf({ session, events }: Story) {
  const view = emptyView(session)
  for (const event of events) foldEvent(view, fromWire(event))
  const aside = asideOf(view.session.run?.team)
  return { aside, rows: laneRows(view, view.order, aside).rows }
}

const failed = (effect: Facts['model.failed']['effect']): Facts['model.failed'] => ({
  effect,
  code: 'overloaded',
  message: 'Too much at once.',
  outcome: 'fail',
  retryable: false,
})

describe('the rows of the lanes', () => {
  test('have a title per band, the agents side by side in the blind round, and full-width turns after it', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    story.say('architect', 'One.', 1)
    story.say('security', 'Two.', 1)
    story.say('architect', 'Three.', 2)
    story.say('security', 'Four.', 2)
    const { rows } = rowsOf(story)
    expect(rows.map((row) => (row.kind === 'band' ? row.title : row.kind))).toEqual([
      'Goal',
      'strip',
      'Round 1',
      'cells',
      'Round 2',
      'strip',
      'strip',
    ])
    expect(rows.flatMap((row) => (row.kind === 'strip' ? [row.isTurn] : []))).toEqual([false, true, true])
  })

  test('are side by side in a later round while agents speak at once, and turns once the next round begins', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    const kindsOf = () =>
      rowsOf(story)
        .rows.flatMap((row) => (row.kind === 'band' ? [] : [row.kind]))
        .slice(1)
    const open = ['architect', 'security'].map((agent) => [agent, story.think(agent, 2)] as const)
    expect(kindsOf()).toEqual(['cells'])
    for (const [agent, effect] of open) endAnswer(story.add, { agent, effect, text: 'Yes.', round: 2 })
    expect(kindsOf()).toEqual(['cells'])
    story.say('architect', 'Three.', 3)
    expect(kindsOf()).toEqual(['strip', 'strip', 'strip'])
  })

  test('show a lead’s messages across all lanes', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    story.say('head', 'What is it for?')
    const { rows, aside } = rowsOf(story)
    expect(aside).toEqual(['head'])
    expect(rows.at(-1)?.kind).toBe('strip')
  })

  test('are the same if built event by event, and keep their identity', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    for (let turn = 0; turn < 40; turn += 1) {
      story.say(['architect', 'security', 'head'][turn % 3] ?? '', 'word '.repeat(turn * 12), 1 + (turn >> 3))
      if (turn % 7 === 0) story.add('warning', { code: 'odd', message: `Something odd, ${turn}.` })
      if (turn % 11 === 0) story.add('model.failed', failed(story.think('security')), { agent: 'security' })
    }
    const view = emptyView(story.session)
    const aside = ['head']
    let made: LaneRows | undefined
    for (const event of story.events) {
      foldEvent(view, fromWire(event))
      const next = laneRows(view, view.order.slice(), aside, made)
      const kept = next.rows.filter((row, index) => row === made?.rows[index]).length
      expect(kept).toBeGreaterThanOrEqual((made?.rows.length ?? 0) - 4)
      made = next
    }
    expect(made?.rows).toEqual(laneRows(view, view.order, aside).rows)
  })

  test('do not change at the end of a log when its beginning arrives', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 100; turn += 1)
      story.say(turn % 2 ? 'architect' : 'security', `Turn ${turn}. ${'word '.repeat((turn * 37) % 300)}`)
    const events = story.events.map((event) => fromWire(event))
    const whole = emptyView(story.session)
    for (const event of events) foldEvent(whole, event)
    const newest = foldNewest(whole.session, events.slice(-301))
    const before = laneRows(newest, newest.order, [])
    const after = laneRows(whole, whole.order, [], before)
    const kept = after.rows.filter((row) => before.rows.includes(row))
    expect(kept.length).toBeGreaterThanOrEqual(before.rows.length - 2)
    expect(after.rows.slice(-kept.length)).toEqual(kept)
    const keys = after.rows.flatMap((row) => (row.kind === 'cells' ? Object.values(row.cells).flat() : []))
    expect([...keys].sort()).toEqual(whole.order.filter((key) => key.startsWith('say:')).sort())
    const titles = after.rows.flatMap((row) => (row.kind === 'band' ? [row.title] : []))
    expect(titles).toEqual(['Goal', 'Work'])
    const more = laneRows(whole, [...whole.order], [], after)
    expect(more.rows.slice(0, -1)).toEqual(after.rows.slice(0, -1))
  })

  test('stay short however long the answers are', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 6; turn += 1) story.say('architect', 'word '.repeat(300))
    const cells = rowsOf(story).rows.flatMap((row) => (row.kind === 'cells' ? [row.cells.architect?.length] : []))
    expect(cells).toEqual([2, 2, 2])
  })

  test('stay short however long a lane is', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 100; turn += 1) story.say('architect', `Turn ${turn}.`)
    const { rows } = rowsOf(story)
    const sizes = rows.flatMap((row) => (row.kind === 'cells' ? [row.cells.architect?.length ?? 0] : []))
    expect(Math.max(...sizes)).toBe(6)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100)
  })

  test('give a lane to every active agent, after the seats', () => {
    const story = newStory('orchestrate', ['architect', 'security'])
    story.say('explorer', 'Found it.')
    expect(laneAgents(['architect'], rowsOf(story).rows)).toEqual(['architect', 'explorer'])
  })

  test('name the agents only in the first row of a band', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 13; turn += 1) story.say('architect', `Turn ${turn}.`)
    expect(rowsOf(story).rows.flatMap((row) => (row.kind === 'cells' ? [row.isFirst] : []))).toEqual([
      true,
      false,
      false,
    ])
  })
})
