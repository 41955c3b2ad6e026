import { type Event, emptySession } from '@convene/domain'
import { expect, test } from 'vitest'
import { recordsOf } from './adr.ts'

const event = (seq: number, type: string, data: object) => ({ seq, type, run: 'r', data }) as unknown as Event
const artifact = (text: string) => event(3, 'artifact', { id: '1/panel1/adr', kind: 'adr', title: '', text })
const proposed = event(1, 'decision.proposed', { decision: 'd1', topic: 'Which?', options: ['A', 'B'] })
const committed = (adr: string) => event(2, 'decision.committed', { decision: 'd1', option: 'A', adr })
const session = emptySession('S' as never)

test('the record of a panel without a vote is exported, and one of a vote only once', () => {
  expect(recordsOf(session, [artifact('# Open')])).toBe('# Open\n')
  expect(recordsOf(session, [proposed, committed('# Which?'), artifact('# Which?')])).toBe('# Which?\n')
  expect(recordsOf(session, [])).toBe('')
})

test.each(['vote', 'open'])('a record (%s) contains no HTML, pictures or links that run something', (kind) => {
  const adr = '# Which?\n\n<img src=x> ![a](https://x) [b](javascript:alert)'
  const events = kind === 'vote' ? [proposed, committed(adr)] : [artifact(adr)]
  expect(recordsOf(session, events)).toBe('# Which?\n\n\\<img src=x> \\![a](https://x) [b\\](javascript:alert)\n')
})
