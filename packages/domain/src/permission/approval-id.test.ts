import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalId, sessionOfApproval } from './approval-id.ts'

const session = '01K5ZV3W8Y7Q4M2KXRABCDEFGH'

test('an approval’s id consists of its session and its call', () => {
  expect(approvalId(session, '1/coder/c2-1/ask')).toBe(`${session}.1.coder.c2-1`)
  expect(sessionOfApproval(approvalId(session, '1/coder/c2-1/ask'))).toBe(session)
})

test('no two calls have the same id, and every id is URL-safe', () => {
  const part = fc.oneof(fc.constantFrom('c1-1', 'c1-10', '.', '~', '~2e~', 'é', '😀', 'a b', '%2F'), fc.string())
  const call = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'))
  fc.assert(
    fc.property(call, call, (one, other) => {
      const [a, b] = [approvalId(session, `${one}/ask`), approvalId(session, `${other}/ask`)]
      expect(a === b).toBe(one === other)
      expect(encodeURIComponent(a)).toBe(a)
    }),
  )
})

test('an id without a valid session has none', () => {
  for (const id of ['', 'x', session, `${session}:1/coder/c1-1`, `../${session}.1`])
    expect(sessionOfApproval(id)).toBe('')
})
