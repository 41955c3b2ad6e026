import { type Facts, fromWire } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { foldEvent } from '../view/fold.ts'
import { foldNewest } from '../view/fold-newest.ts'
import { newStory, type Story } from '../view/story.fixture.ts'
import { emptyView } from '../view/view.ts'
import { columnAgents, type TranscriptRows, type TranscriptShape, transcriptRows, withoutColumn } from './rows.ts'

function rowsOf({ session, events }: Story, shape: TranscriptShape = 'columns') {
  const view = emptyView(session)
  for (const event of events) foldEvent(view, fromWire(event))
  return transcriptRows(view, view.order, shape).rows
}

const failed = (effect: Facts['model.failed']['effect']): Facts['model.failed'] => ({
  effect,
  code: 'overloaded',
  message: 'Too much at once.',
  outcome: 'fail',
  retryable: false,
})

const looksOf = (story: Story, shape: TranscriptShape) =>
  rowsOf(story, shape).map((row) => (row.kind === 'band' ? row.title : row.kind))

describe('the rows of a transcript', () => {
  test('have a title per band and a full-width row per turn, in a blind round too', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    story.say('architect', 'One.', 1)
    story.say('security', 'Two.', 1)
    story.say('architect', 'Three.', 2)
    const rows = ['Goal', 'strip', 'Round 1', 'strip', 'strip', 'Round 2', 'strip']
    expect(looksOf(story, 'stream')).toEqual(rows)
    expect(looksOf(story, 'columns')).toEqual(rows)
  })

  test('have independent answers side by side in columns, and one after another in a stream', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('architect', 'One.')
    story.say('security', 'Two.')
    expect(looksOf(story, 'columns')).toEqual(['Goal', 'strip', 'Work', 'cells'])
    expect(looksOf(story, 'stream')).toEqual(['Goal', 'strip', 'Work', 'strip', 'strip'])
  })

  test('have an entry that becomes visible after later ones', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    for (const text of ['One.', 'Two.', 'Three.']) story.say('architect', text, 1)
    const view = emptyView(story.session)
    for (const event of story.events) foldEvent(view, fromWire(event))
    const key = view.order.at(-2) ?? ''
    const entry = view.entries.get(key) as never as object
    view.entries.set(key, { ...entry, level: 'full' } as never)
    const before = transcriptRows(view, view.order, 'stream')
    view.entries.set(key, { ...entry, level: 'brief' } as never)
    const after = transcriptRows(view, [...view.order], 'stream', before)
    expect(after.rows.length).toBeGreaterThan(before.rows.length)
    expect(after.rows).toEqual(transcriptRows(view, view.order, 'stream').rows)
  })

  test('are the same if built event by event, and keep their identity', () => {
    const story = newStory('panel', ['head', 'architect', 'security'])
    for (let turn = 0; turn < 40; turn += 1) {
      story.say(['architect', 'security', 'head'][turn % 3] ?? '', 'word '.repeat(turn * 12), 1 + (turn >> 3))
      if (turn % 7 === 0) story.add('warning', { code: 'odd', message: `Something odd, ${turn}.` })
      if (turn % 11 === 0) story.add('model.failed', failed(story.think('security')), { agent: 'security' })
    }
    const view = emptyView(story.session)
    let made: TranscriptRows | undefined
    for (const event of story.events) {
      foldEvent(view, fromWire(event))
      const next = transcriptRows(view, view.order.slice(), 'stream', made)
      const kept = next.rows.filter((row, index) => row === made?.rows[index]).length
      expect(kept).toBeGreaterThanOrEqual((made?.rows.length ?? 0) - 4)
      made = next
    }
    expect(made?.rows).toEqual(transcriptRows(view, view.order, 'stream').rows)
  })

  test('do not change at the end of a log when its beginning arrives', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 100; turn += 1)
      story.say(turn % 2 ? 'architect' : 'security', `Turn ${turn}. ${'word '.repeat((turn * 37) % 300)}`)
    const events = story.events.map((event) => fromWire(event))
    const whole = emptyView(story.session)
    for (const event of events) foldEvent(whole, event)
    const newest = foldNewest(whole.session, events.slice(-301))
    const before = transcriptRows(newest, newest.order, 'columns')
    const after = transcriptRows(whole, whole.order, 'columns', before)
    const kept = after.rows.filter((row) => before.rows.includes(row))
    expect(kept.length).toBeGreaterThanOrEqual(before.rows.length - 2)
    expect(after.rows.slice(-kept.length)).toEqual(kept)
    const keys = after.rows.flatMap((row) => (row.kind === 'cells' ? Object.values(row.cells).flat() : []))
    expect([...keys].sort()).toEqual(whole.order.filter((key) => key.startsWith('say:')).sort())
    const titles = after.rows.flatMap((row) => (row.kind === 'band' ? [row.title] : []))
    expect(titles).toEqual(['Goal', 'Work'])
    const more = transcriptRows(whole, [...whole.order], 'columns', after)
    expect(more.rows.slice(0, -1)).toEqual(after.rows.slice(0, -1))
  })

  test('stay short however long the answers are', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 6; turn += 1) story.say('architect', 'word '.repeat(300))
    const cells = rowsOf(story).flatMap((row) => (row.kind === 'cells' ? [row.cells.architect?.length] : []))
    expect(cells).toEqual([2, 2, 2])
  })

  test('stay short however long a column is', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    for (let turn = 0; turn < 100; turn += 1) story.say('architect', `Turn ${turn}.`)
    const rows = rowsOf(story)
    const sizes = rows.flatMap((row) => (row.kind === 'cells' ? [row.cells.architect?.length ?? 0] : []))
    expect(Math.max(...sizes)).toBe(4)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100)
  })

  test('give a column to every active agent, after the seats', () => {
    const story = newStory('broadcast', ['architect', 'security'])
    story.say('explorer', 'Found it.')
    expect(columnAgents(['architect'], rowsOf(story))).toEqual(['architect', 'explorer'])
  })

  test('leave out a lead who is no member', () => {
    const { session, events } = newStory('panel', ['head', 'architect', 'security'])
    const view = emptyView(session)
    for (const event of events) foldEvent(view, fromWire(event))
    expect(withoutColumn(view.session.run?.team)).toEqual(['head'])
  })
})
