import { type Event, emptySession } from '@convene/domain'
import { expect, test } from 'vitest'
import { recordsOf } from './adr.ts'

const event = (type: string, data: object) => ({ type, run: 'r', data }) as unknown as Event
const artifact = (text: string) => event('artifact', { id: '1/panel1/adr', kind: 'adr', title: '', text })
const session = emptySession('S' as never)

test('the record of a panel without a vote is exported, and one of a vote only once', () => {
  const proposed = event('decision.proposed', { decision: 'd1', topic: 'Which?', options: ['A', 'B'] })
  const committed = event('decision.committed', { decision: 'd1', option: 'A', adr: '# Which?' })
  expect(recordsOf(session, [artifact('# Open')])).toBe('# Open\n')
  expect(recordsOf(session, [proposed, committed, artifact('# Which?')])).toBe('# Which?\n')
  expect(recordsOf(session, [])).toBe('')
})
