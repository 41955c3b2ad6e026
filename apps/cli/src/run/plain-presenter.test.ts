import { type Event, emptySession, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { noStyle } from '../terminal/style.ts'
import type { TextSink } from '../terminal/terminal.ts'
import { plainPresenter } from './plain-presenter.ts'

const session = '01M7H8TK7P2VJ2NCKN7YHY27WP' as SessionId

function linesFor(kind: string): string {
  const written: string[] = []
  const sink = { style: noStyle, write: (text: string) => written.push(text) } as unknown as TextSink
  const data = { author: 'architect', role: 'member', kind, text: 'VOTE: Tabs' }
  const event = { v: 1, seq: 1, batch: 1, at: 0, id: 'm1', session, type: 'message', agent: 'architect', data }
  plainPresenter(sink, emptySession(session), 'detailed').events([event as unknown as Event])
  return written.join('')
}

test('a counted ballot is not reported as another answer', () => {
  expect(linesFor('final_position')).toContain('answered: final position, m1.')
  expect(linesFor('ballot')).toBe('architect voted for Tabs · m1\n')
})
