import { describe, expect, test } from 'vitest'
import { valueIn } from '../../../answer/marks.ts'
import { optionMeant } from '../../../answer/option.ts'
import { readQuestions } from '../opening/read-questions.ts'
import { readOptions } from './read-options.ts'
import { asksForMore, readConverged, readPosition, readRedirect, readVeto, samePosition } from './reading.ts'

describe('the protocol', () => {
  test.each([
    ['POSITION: Wait', 'Wait'],
    ['**POSITION:** Wait', 'Wait'],
    ['**Position**: Wait\nPOSITION: Ship', 'Ship'],
    ['- POSITION : Wait', 'Wait'],
    ['> position: *Wait*', 'Wait'],
    ['My POSITION: is no line', undefined],
    ['POSITION:', undefined],
  ])('%j states %j', (text, position) => expect(valueIn(text, 'POSITION')).toBe(position))

  test.each([
    ['CONFIDENCE: 80', 80],
    ['CONFIDENCE: 80 %', 80],
    ['CONFIDENCE: about 250', null],
    ['CONFIDENCE: 0.9', 90],
    ['CONFIDENCE: 8/10', 80],
    ['CONFIDENCE: 8.5/10', 85],
    ['CONFIDENCE: high', null],
    ['', null],
  ])('%j is a confidence of %s', (line, confidence) =>
    expect(readPosition(`POSITION: x\n${line}`)?.confidence).toBe(confidence),
  )

  test.each([
    ['CHANGED: no', { yes: false, because: '' }],
    ['CHANGED: yes, because [m4] has numbers', { yes: true, because: '[m4] has numbers' }],
    ['CHANGED: Yes: the tests', { yes: true, because: 'the tests' }],
    ['CHANGED: yes', { yes: true, because: '' }],
    ['CHANGED: yes, because …', { yes: true, because: '' }],
    ['CHANGED: perhaps', null],
    ['CHANGED: none', { yes: false, because: '' }],
    ['CHANGED: unchanged', { yes: false, because: '' }],
    ['**Changed：** ja, [m4]', { yes: true, because: '[m4]' }],
  ])('%j is %j', (line, changed) => expect(readPosition(`POSITION: x\n${line}`)?.changed).toEqual(changed))

  test.each([
    ['Wait!', 'wait', true],
    ['Ｗait', 'wait', true],
    ['Do not ship.', 'do  NOT ship', true],
    ['Ship', 'Ship it', false],
  ])('%j and %j are the same: %s', (one, other, same) => expect(samePosition(one, other)).toBe(same))

  test.each([
    ['CLEAR: all is said', []],
    ['**CLEAR:** yes', []],
    ['1. Which?\n2) When?', ['Which?', 'When?']],
    ['**1.** Which?', ['Which?']],
    ['1. When?\n   a) soon\n   b) late\n2. Who?', ['When? a) soon b) late', 'Who?']],
    ['1. When?\n- soon\n- late\n\n- Thanks!', ['When? - soon - late']],
    ['1. When?\nThat is all.\n  Bye.', ['When?']],
    ['I wonder.\n- Which one?', ['Which one?']],
    ['1. a\n2. b\n3. c\n4. d\n5. e\n6. f', ['a', 'b', 'c', 'd', 'e']],
    ['No questions.', []],
    ['I read it twice.\n\nCLEAR: which one? The second.', []],
    ['CLEAR: not yet\n1. Which?', ['Which?']],
  ])('%j asks %j', (text, questions) => expect(readQuestions(text)).toEqual(questions))

  test('options are read without duplicates, with what they cover', () => {
    expect(readOptions('Here:\n- Wait [m3, m5]\n- **Ship** [m4]\n- wait!\n2. Neither')).toEqual([
      { text: 'Wait', covers: ['m3', 'm5'] },
      { text: 'Ship', covers: ['m4'] },
      { text: 'Neither', covers: [] },
    ])
  })

  test.each([
    ['wait', 'Wait'],
    ['2', 'Ship'],
    ['option 3: whatever', 'Ship behind a flag'],
    ['Ship behind', 'Ship behind a flag'],
    ['Wait, because it is safer', 'Wait'],
    ['9', undefined],
    ['Sh', undefined],
    ['', undefined],
  ])('the vote %j is for %j', (said, option) =>
    expect(optionMeant(['Wait', 'Ship', 'Ship behind a flag'], said)).toBe(option),
  )

  test.each([
    ['2 replicas', '2 replicas with failover'],
    ['2', 'One node'],
    ['2. One node', 'One node'],
    ['1. One node', 'One node'],
    ['2 of them would do', undefined],
  ])('a number at the start of an option is not an index into the list: %s', (said, option) =>
    expect(optionMeant(['2 replicas with failover', 'One node'], said)).toBe(option),
  )

  test('a redirect contains a name and a reason', () => {
    expect(readRedirect('CONVERGED\nREDIRECT: Panelist B: Speak of costs: now.')).toEqual({
      whom: 'Panelist B',
      sentence: 'Speak of costs: now.',
    })
    expect(readRedirect('REDIRECT: nobody')).toBeUndefined()
  })

  test.each([
    ['CONVERGED: all agree', true],
    ['**CONVERGED**\nAll agree.', true],
    ['Verdict: CONVERGED', true],
    ['NOT_CONVERGED: two are apart', false],
    ['Not converged.', false],
    ['CONVERGED\nNOT_CONVERGED', false],
    ['CONVERGED? No, two are apart.', undefined],
    ['CONVERGED: no', undefined],
    ['They have nearly CONVERGED.', undefined],
    ['Begin with CONVERGED or NOT_CONVERGED.', undefined],
  ])('a Moderator who says %j has found: %s', (text, converged) => expect(readConverged(text)).toBe(converged))

  test.each([
    ['[MORE_ANALYSIS_NEEDED]', true],
    ['**[MORE_ANALYSIS_NEEDED]** of the costs', true],
    ['There is no [MORE_ANALYSIS_NEEDED] from me.', false],
    ['I do not ask for [MORE_ANALYSIS_NEEDED].', false],
    ['> [MORE_ANALYSIS_NEEDED]\n\nsays B; I am content.', false],
  ])('%j asks for more: %s', (text, asks) => expect(asksForMore(text)).toBe(asks))
})

describe('words that only mention a mark', () => {
  test.for([
    ['I would write `[MORE_ANALYSIS_NEEDED]` if I had doubts.', false],
    ['I would write [MORE_ANALYSIS_NEEDED] if I had doubts.', false],
    ['`[MORE_ANALYSIS_NEEDED]`', true],
    ['We should look at the logs. [MORE_ANALYSIS_NEEDED]', true],
    ['If it rains, we wait. Look at the logs first: [MORE_ANALYSIS_NEEDED]', true],
  ] as const)('%j asks for more: %j', ([text, more]) => expect(asksForMore(text)).toBe(more))

  test.for([
    ['They agree now.\n\n```\nCONVERGED: all hold the same.\n```', true],
    ['Yes. CONVERGED', true],
    ['Yes, CONVERGED: all agree.', true],
    ['No. NOT_CONVERGED: two differ.', false],
    ['No. CONVERGED', undefined],
  ] as const)('%j is read as %j', ([text, says]) => expect(readConverged(text)).toBe(says))

  test('a form copied back is no veto', () => {
    expect(readVeto('VETO: why (only if an option would do harm that cannot be undone)')).toBe('')
    expect(readVeto('VETO: it deletes the orders')).toBe('it deletes the orders')
  })

  test('questions in a table are read', () => {
    expect(readQuestions('| # | Question |\n|---|---|\n| 1 | Which Friday? |\n| 2 | Who is on call? |')).toEqual([
      'Which Friday?',
      'Who is on call?',
    ])
  })
})
