import { expect, test } from 'vitest'
import { PaperTerminal } from './paper-terminal.fixture.ts'
import { screenOn } from './screen.ts'

test('a frame is one write, and an unchanged frame writes nothing', () => {
  const { sink, writes } = new PaperTerminal()
  const screen = screenOn(sink)
  screen.draw(['first'], ['', 'state'])
  screen.draw([], ['', 'state'])
  expect(writes).toHaveLength(1)
  screen.draw([], ['', 'other'])
  expect(writes).toHaveLength(2)
  screen.end()
})

test('after any number of frames, every row appears once and in order, with only the last footer', () => {
  const paper = new PaperTerminal()
  const screen = screenOn(paper.sink)
  const rows: string[] = []
  for (let frame = 0; frame < 50; frame++) {
    const fresh = Array.from({ length: frame % 3 }, (_, index) => `row ${frame}.${index}`)
    const footer = Array.from({ length: 1 + (frame % 4) }, (_, index) => `footer ${frame}.${index}`)
    rows.push(...fresh)
    screen.draw(fresh, footer)
    expect(paper.lines).toEqual([...rows, ...footer])
  }
  screen.end()
  expect(paper.lines).toEqual(rows)
})

test('after the terminal becomes narrower, every row of the old footer is cleared', () => {
  const { sink, size, writes } = new PaperTerminal(40)
  const screen = screenOn(sink)
  screen.draw([], ['x'.repeat(39), 'y'])
  size.columns = 20
  screen.draw([], ['z'])
  expect(writes[1]).toContain('\r\u001b[2A')
  screen.end()
})

test('the cursor is hidden while drawing and restored once at the end', () => {
  const paper = new PaperTerminal()
  const screen = screenOn(paper.sink)
  const before = process.listenerCount('exit')
  screen.draw([], ['a'])
  expect(paper.isCursorShown).toBe(false)
  screen.end()
  screen.end()
  expect(paper.writes.join('').split('\u001b[?25h')).toHaveLength(2)
  expect(process.listenerCount('exit')).toBe(before)
})

test('a row that a model wrote cannot move the cursor, clear rows or show it again', () => {
  const paper = new PaperTerminal()
  const screen = screenOn(paper.sink)
  const attack = '\u001b[5A\u001b[J\u001b[?25hmine\rSigned'
  screen.draw(['above', attack], [attack])
  expect(paper.isCursorShown).toBe(false)
  expect(paper.lines).toEqual(['above', 'mine', 'Signed', 'mine', 'Signed'])
  screen.end()
})
