import { expect, test } from 'vitest'
import { gateReply } from './gate-reply.ts'

test.each(['yes', 'Yes.', ' OK! ', 'approve', 'Looks good', 'go ahead', 'LGTM'])(
  '%j typed at a gate approves',
  (text) => {
    expect(gateReply(text)).toEqual({ type: 'approve' })
  },
)

test.each(['yes, but shorter', 'no', 'Leave out the readers.', 'ok?', 'Do not approve'])(
  '%j typed at a gate sends the text back with these words',
  (text) => {
    expect(gateReply(text)).toEqual({ type: 'reject', feedback: text })
  },
)

test.each(['status?', '@ada what do you mean?'])('%j typed at a gate is a message', (text) => {
  expect(gateReply(text)).toEqual({ type: 'message', text })
})
