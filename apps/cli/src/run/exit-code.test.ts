import { type Event, emptySession, type Session, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { exitCodeFor } from './exit-code.ts'

const resting = (phase: string): Session => ({ ...emptySession('s' as SessionId), run: { phase } as Session['run'] })
const answered = (ok: boolean, code = 'failed'): Event =>
  ({ type: 'task.finished', data: { ok, place: 'follow-up-m3/ada', error: { code, message: '' } } }) as Event

test.each([
  ['completed', 0],
  ['failed', 1],
  ['cancelled', 3],
  ['paused', 4],
  ['running', 4],
  ['idle', 4],
])('a run that is %s exits with %i', (phase, code) => expect(exitCodeFor(resting(phase), [])).toBe(code))

test('after a run has ended, the follow-up decides the exit code', () => {
  expect(exitCodeFor(resting('failed'), [answered(true)])).toBe(0)
  expect(exitCodeFor(resting('completed'), [answered(false)])).toBe(1)
  expect(exitCodeFor(resting('completed'), [answered(false, 'stopped')])).toBe(3)
  expect(exitCodeFor(resting('completed'), [answered(false), answered(true)])).toBe(0)
})

test('a run that ended during the command decides the exit code, whatever was answered later', () => {
  const end = { type: 'run.finished', data: { state: 'cancelled' } } as Event
  expect(exitCodeFor(resting('cancelled'), [end, answered(true)])).toBe(3)
})

test('a follow-up that needs approval exits as waiting', () => {
  const asking = { ...resting('completed'), asks: { a: { ask: 'a', since: 0 } } } as unknown as Session
  expect(exitCodeFor(asking, [])).toBe(4)
})
