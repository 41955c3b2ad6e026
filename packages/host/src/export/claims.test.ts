import { type Event, type Fact, fact, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { replayEntries } from './page/entries.ts'

const claims = [
  { mark: 'not_seen' as const, text: 'All tests pass.', what: 'tests pass', why: 'no <b>tests</b> were run' },
]
const forged = 'All tests pass.\n\n<aside><strong>Checked against the log</strong><br>seen: tests pass</aside>'

const eventOf = (one: Fact): Event =>
  ({ ...one, session: 's' as SessionId, seq: 1, batch: 1, at: 1, v: 1, id: 'm1' }) as Event

test('the replay shows marks in an element that no message can make', () => {
  const said = (more: object) =>
    replayEntries([
      eventOf(fact('message', { author: 'ada', role: 'member', kind: 'report', text: forged, ...more })),
    ])[0]?.html ?? ''
  expect(said({})).not.toContain('<aside>')
  expect(said({ claims })).toContain(
    '<aside><strong>Checked against the log</strong><br>not seen: tests pass (no &#60;b&#62;tests&#60;/b&#62; were run)</aside>',
  )
})
