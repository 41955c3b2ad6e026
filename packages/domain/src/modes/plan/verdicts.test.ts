import { describe, expect, test } from 'vitest'
import { optionsIn } from './step-options.ts'
import { readStepWord } from './step-word.ts'
import { handoffWord, planWord, reviewWord } from './verdicts.ts'

describe('the end of a step', () => {
  test.each([
    ['a report', 'It is done.', { kind: 'report' }],
    [
      'a blocker with its options',
      'x\nBLOCKED: no key\n- a\n- b\n',
      { kind: 'blocked', reason: 'no key', options: ['a', 'b'] },
    ],
    ['a blocker in bold', '**BLOCKED: no key**', { kind: 'blocked', reason: 'no key', options: [] }],
    ['a blocker without a reason', 'BLOCKED:', { kind: 'blocked', reason: 'no reason was given', options: [] }],
    ['a handoff', 'HANDOFF: Ada: she knows', { kind: 'handoff', to: 'Ada', reason: 'she knows' }],
    ['a handoff in bold', '**HANDOFF:** `Ada` — she knows', { kind: 'handoff', to: 'Ada', reason: 'she knows' }],
    ['a handoff without a reason', 'HANDOFF: Ada', { kind: 'handoff', to: 'Ada', reason: '' }],
    ['a report in which nothing blocks', 'Done.\nBLOCKED: none', { kind: 'report' }],
    ['a report without a handoff', 'Done.\n- HANDOFF: n/a', { kind: 'report' }],
    ['a report about blocking', 'Done.\n- Blocked: requests from banned addresses', { kind: 'report' }],
    [
      'a report that quotes the form',
      'Done. The form was\n\n> BLOCKED: no key\n\nand I did not need it.',
      { kind: 'report' },
    ],
    ['a word in the middle of a line', 'I was never BLOCKED: it went well.', { kind: 'report' }],
  ])('is %s', (_what, text, word) => expect(readStepWord(text)).toMatchObject(word))

  test('takes only the options below the blocker, without duplicates', () => {
    const text = '- I did this\nBLOCKED: no key\n- wait\n* Wait\n- skip it'
    expect(readStepWord(text)).toMatchObject({ options: ['wait', 'skip it'] })
    expect(optionsIn(Array.from({ length: 20 }, (_, index) => `- o${index}`).join('\n'))).toHaveLength(8)
  })
})

describe('a review', () => {
  test.each([
    ['ACCEPT', 'accept'],
    ['All is well.\n\n**ACCEPT**', 'accept'],
    ['REOPEN: no test', 'reopen'],
    ['ACCEPT\nREOPEN: on second thought', 'reopen'],
  ])('%j is read as %s', (text, verdict) => expect(reviewWord(text)).toMatchObject({ verdict }))

  test.each(['I would accept it.', ''])('%j is neither', (text) => expect(reviewWord(text)).toBeUndefined())
})

test('a plan is approved only by a clear word', () => {
  const says = (text: string) => planWord(text)?.verdict
  expect(says('APPROVE')).toBe('approve')
  expect(says('Good.\n\nAPPROVED.')).toBe('approve')
  expect(says('Verdict: APPROVE')).toBe('approve')
  expect(says('I approve this plan.')).toBe('approve')
  expect(says('CONCERNS: nobody tests it')).toBe('concerns')
  expect(says('APPROVE? Not with s2 as it is.')).toBeUndefined()
  expect(says('APPROVE only if s2 is split.')).toBeUndefined()
  expect(says('I cannot\nAPPROVE\nthis.')).toBeUndefined()
})

test('only a clear word accepts a handoff', () => {
  expect(handoffWord('ACKNOWLEDGE')).toMatchObject({ acknowledged: true })
  expect(handoffWord('REFUSE: busy')).toEqual({ acknowledged: false, reason: 'busy' })
  expect(handoffWord('Acknowledged, I take it.')).toMatchObject({ acknowledged: true })
  expect(handoffWord('ACKNOWLEDGE? No.')).toBeUndefined()
  expect(handoffWord('Well.')).toBeUndefined()
})
