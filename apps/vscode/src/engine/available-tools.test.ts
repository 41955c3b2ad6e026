import { expect, test } from 'vitest'
import { isAvailable } from './available-tools.ts'

const read = { name: 'read', readOnly: true }
const grep = { name: 'grep', readOnly: true }
const write = { name: 'write', readOnly: false }
const webfetch = { name: 'webfetch', readOnly: true }

test('in an untrusted workspace, agents can only read', () => {
  const there = isAvailable({ ripgrep: '/rg', trusted: false })
  expect([read, grep, write, webfetch].map(there)).toEqual([true, true, false, false])
})

test('tools that cannot work here are not offered', () => {
  const there = isAvailable({ ripgrep: undefined, trusted: true })
  expect([read, grep, write, webfetch].map(there)).toEqual([true, false, true, true])
})
