import { describe, expect, test } from 'vitest'
import { waysIn } from './step-options.ts'
import { readStepWord } from './step-word.ts'

const members = [
  { slug: 'ann', name: 'Ann' },
  { slug: 'ben', name: 'Ben' },
]

describe('a step that cannot be finished is not taken for a finished one', () => {
  test.each([
    ['Blocked: no key\n* Mock it\n* Wait', 'no key', ['Mock it', 'Wait']],
    ['I tried twice.\n\nBlocked: the API is down.', 'the API is down.', []],
    ['**Status:** BLOCKED: the API is down', 'the API is down', []],
    ['Status: BLOCKED', 'no reason was given', []],
    ['**Status:** Blocked – no key', 'no key', []],
    ['BLOCKED', 'no reason was given', []],
    ['BLOCKED because the key is missing', 'because the key is missing', []],
    ['## BLOCKED\n\nNo key.\n\n1. Mock it\n2. Wait', 'No key.', ['Mock it', 'Wait']],
    ['BLOCKED: no key\n- **Mock it**: fast\n- `wait`', 'no key', ['Mock it: fast', 'wait']],
    [
      'BLOCKED: no key\n- Mock it\n  - fast, but fake\n- Wait\n\nDone so far:\n- the form',
      'no key',
      ['Mock it', 'Wait'],
    ],
    ['BLOCKED: no key\n\nOptions:\n\n**Option A:** Mock it\n**Option B:** Wait', 'no key', ['Mock it', 'Wait']],
  ])('%j', (text, reason, options) => expect(readStepWord(text, members)).toEqual({ kind: 'blocked', reason, options }))

  test.each([
    ['HANDOFF to Ben: better', 'ben', 'better'],
    ['HANDOFF: @Ben because she knows', 'ben', 'because she knows'],
    ['HANDOFF: to Ann (builder): she knows it', 'ann', 'she knows it'],
    ['HANDOFF: Ben (tests): he knows it', 'ben', 'he knows it'],
    ['HANDOFF: Ben, he knows it', 'ben', 'he knows it'],
    ['**HANDOFF** → Ben: he knows it', 'ben', 'he knows it'],
    ['Handoff: Ben: he knows it', 'ben', 'he knows it'],
    ['HANDOFF: `ben` – he knows it', 'ben', 'he knows it'],
    ['HANDOFF: Zoe: she knows it', 'Zoe', 'she knows it'],
  ])('%j', (text, to, reason) => expect(readStepWord(text, members)).toEqual({ kind: 'handoff', to, reason }))

  test.each([
    'Blocked: requests from outside, as asked. The firewall is done.',
    'Blocked: port 80.\n\nThe rest is open, and the tests pass.',
    'Handoff: the notes are in docs/handoff.md.',
    'Status: not blocked',
    'BLOCKED: <reason>',
    'BLOCKED: reason',
    'HANDOFF: <member>: <reason>',
    'HANDOFF: member: reason',
  ])('but a report is: %j', (text) => expect(readStepWord(text, members)).toEqual({ kind: 'report' }))
})

test('options are read without Markdown, remarks and form', () => {
  expect(waysIn('- **Ask the user**: [safe](https://a.example)\n  - takes a day\n- *Guess*\n- <option>')).toEqual([
    'Ask the user: safe',
    'Guess',
  ])
})
