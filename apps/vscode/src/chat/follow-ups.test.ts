import { expect, test } from 'vitest'
import { followUpsFor } from './follow-ups.ts'

const memory = (state: string, reason = '') => ({ session: '01S', state, reason, mode: 'panel', goal: 'One writer?' })

test('a question about a result continues its session, whatever command the run was started with', () => {
  const [first, second] = followUpsFor(memory('completed', 'converged'))
  expect(first).toEqual({
    label: 'What would change this answer?',
    prompt: 'What would change this answer?',
    command: '',
  })
  expect(second?.command).toBe('')
})

test('a run without a result is offered again, and nothing is asked about it', () => {
  expect(followUpsFor(memory('failed', 'error:unauthorized'))).toEqual([
    { label: 'Try again', prompt: 'One writer?', command: 'run' },
  ])
  expect(followUpsFor(memory('cancelled', 'user'))).toEqual([
    { label: 'Continue from here', prompt: '', command: 'continue' },
    { label: 'Start again', prompt: 'One writer?', command: 'run' },
  ])
})

test('a loop that has run out of iterations can be started again, and has a result to ask about', () => {
  expect(followUpsFor(memory('cancelled', 'max_iterations'))).toHaveLength(3)
})

test('a run that is not over continues in the chat, and has a status', () => {
  expect(followUpsFor(memory('running'))).toMatchObject([{ command: 'continue' }, { command: 'status' }])
  expect(followUpsFor(undefined)).toEqual([])
})
