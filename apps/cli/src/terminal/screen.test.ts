import { expect, test } from 'vitest'
import { screenOn } from './screen.ts'
import { noStyle } from './style.ts'
import type { Sink } from './terminal.ts'

function paper(columns = 40) {
  const writes: string[] = []
  const size = { columns }
  const sink: Sink = {
    isTerminal: true,
    style: noStyle,
    columns: () => size.columns,
    rows: () => 24,
    write: (text) => void writes.push(text),
    onResize: () => () => {},
  }
  return { writes, size, screen: screenOn(sink) }
}

test('a frame is one write, and one that changes nothing is none', () => {
  const { writes, screen } = paper()
  screen.draw(['first'], ['', 'state'])
  screen.draw([], ['', 'state'])
  expect(writes).toHaveLength(1)
  screen.draw([], ['', 'other'])
  expect(writes).toHaveLength(2)
  screen.end()
})

test('the footer is drawn over itself, and rows are left above it', () => {
  const { writes, screen } = paper()
  screen.draw([], ['a', 'b', 'c'])
  screen.draw(['said'], ['d'])
  expect(writes[1]).toContain('\r\u001b[2A')
  expect(writes[1]?.indexOf('said')).toBeLessThan(writes[1]?.indexOf('d\u001b[K') ?? 0)
  screen.end()
})

test('after the terminal became narrower, every row that the footer took is taken back', () => {
  const { writes, size, screen } = paper(40)
  screen.draw([], ['x'.repeat(39), 'y'])
  size.columns = 20
  screen.draw([], ['z'])
  expect(writes[1]).toContain('\r\u001b[2A')
  screen.end()
})

test('the cursor is hidden while it draws and comes back at the end, once', () => {
  const { writes, screen } = paper()
  const before = process.listenerCount('exit')
  screen.draw([], ['a'])
  expect(writes.join('')).toContain('\u001b[?25l')
  screen.end()
  screen.end()
  expect(writes.join('').split('\u001b[?25h')).toHaveLength(2)
  expect(process.listenerCount('exit')).toBe(before)
})
