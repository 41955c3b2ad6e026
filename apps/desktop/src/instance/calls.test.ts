import { expect, test } from 'vitest'
import { waitingCalls } from './calls.ts'
import type { InstanceCall } from './instance.ts'

test('a call goes to the open window, and is kept for the next one if none is open', async () => {
  const calls = waitingCalls()
  const heard: InstanceCall[] = []
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

test('a call that arrives while the window opens is handled first', () => {
  const calls = waitingCalls()
  calls.hear({ path: '/early' })
  const heard: InstanceCall[] = []
  calls.attend((call) => heard.push(call))
  expect(heard).toEqual([{ path: '/early' }])
  expect(calls.take()).toBeUndefined()
})

test('a call without a path does not replace the kept one', () => {
  const calls = waitingCalls()
  calls.hear({ path: '/a' })
  calls.hear({})
  expect([calls.take(), calls.take()]).toEqual([{ path: '/a' }, undefined])
})
