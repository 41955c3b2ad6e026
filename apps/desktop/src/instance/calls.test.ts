import { expect, test } from 'vitest'
import { waitingCalls } from './calls.ts'
import type { Call } from './instance.ts'

test('a call goes to the window that is open, and is kept for the next while none is', async () => {
  const calls = waitingCalls()
  const heard: Call[] = []
  const forget = calls.attend((call) => heard.push(call))
  calls.hear({ path: '/a' })
  expect(heard).toEqual([{ path: '/a' }])
  forget()
  calls.hear({ path: '/b' })
  calls.hear({ path: '/c' })
  await calls.kept()
  expect(heard).toHaveLength(1)
  expect([calls.take(), calls.take()]).toEqual([{ path: '/c' }, undefined])
})

test('a call that came while the window was opening is its first', () => {
  const calls = waitingCalls()
  calls.hear({ path: '/early' })
  const heard: Call[] = []
  calls.attend((call) => heard.push(call))
  expect(heard).toEqual([{ path: '/early' }])
  expect(calls.take()).toBeUndefined()
})

test('a call that leads nowhere takes no place from the one that is kept', () => {
  const calls = waitingCalls()
  calls.hear({ path: '/a' })
  calls.hear({})
  expect([calls.take(), calls.take()]).toEqual([{ path: '/a' }, undefined])
})
