import { answerForms } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { argumentIn, IN_A_DECISION, IN_A_DISCUSSION, IN_A_FINAL_POSITION } from './argument.ts'

const fields = {
  argument: 'The writes block each other.',
  position: 'zebra-position',
  vote: 'C because zebra-vote',
  probabilities: 'A 14.3, B 21.4, C 64.3',
  confidence: '93.7',
  reason: 'One writer at a time.',
}
const VOTE = /zebra-vote|14\.3|21\.4|64\.3|93\.7/

describe.for(Object.keys(answerForms))('an answer in the form of %s', (name) => {
  const text = answerForms[name]?.(fields) ?? ''

  test('shows its argument and its reason in a decision, and nothing that says how its author votes', () => {
    const shown = argumentIn(text, IN_A_DECISION)
    expect(shown).toContain('The writes block each other.')
    expect(shown).not.toMatch(VOTE)
    expect(shown).not.toContain('zebra-position')
    if (!name.includes('cut off')) expect(shown).toContain('One writer at a time.')
  })

  test('shows its position in a discussion, and neither confidence nor vote', () => {
    const shown = argumentIn(text, IN_A_DISCUSSION)
    if (!name.includes('cut off')) expect(shown).toContain('zebra-position')
    expect(shown).not.toMatch(VOTE)
  })

  test('shows nothing of the ballot in a final position', () => {
    const shown = argumentIn(text, IN_A_FINAL_POSITION)
    expect(shown).not.toMatch(VOTE)
    expect(shown).not.toContain('One writer at a time.')
  })
})

test.for([
  ['PROBABILITIES:\n- A: 14.3\n- B: 21.4\n\n- C: 64.3\n\nThe writes block each other.'],
  ['VOTE\nC because zebra-vote\n\nThe writes block each other.'],
  ['## VOTE\n\n```\nC because zebra-vote\n```\n\nThe writes block each other.'],
  ['[{"vote": "C because zebra-vote"}]\n\nThe writes block each other.'],
  ['```json\n{"vote": {"option": "C because zebra-vote"}}\n```\nThe writes block each other.'],
  ['VOTE: B\n\nThe writes block each other.\n\nVOTE: C because zebra-vote'],
])('%j shows the argument only', ([text = '']) => {
  expect(argumentIn(text, IN_A_DECISION)).not.toMatch(VOTE)
  expect(argumentIn(text, IN_A_DECISION)).toContain('The writes block each other.')
})

test.each([
  '| A | 14.3 |\n|---|---|\n| B | 21.4 |\n\nThe writes block each other.\n\nVOTE: C because zebra-vote',
  'The writes block each other. I see A at 3 %, B at 1 %: A 14.3 %, B 21.4 %, C 64.3 %.\nVOTE: C because zebra-vote',
  '- Option A: 14.3 %\n- Option B: 21.4 %\n\nThe writes block each other.\n\nFinal answer: C because zebra-vote',
  'The writes block each other.\n\nI choose C because zebra-vote',
])('%j shows neither shares nor a vote in other words than asked for', (text) => {
  expect(argumentIn(text, IN_A_DECISION)).not.toMatch(VOTE)
  expect(argumentIn(text, IN_A_DECISION)).toContain('The writes block each other.')
})

test('numbers that are no shares stay in an argument', () => {
  const text = 'Option A: 14 ms, option B: 21 ms.\n\nAt a load of 90 % both are slow. A 14-day trial is 5 % of it.'
  expect(argumentIn(`${text}\nVOTE: B`, IN_A_DECISION)).toBe(text)
})

test('what a panelist recommends stays in a discussion', () => {
  const text = 'My recommendation is Postgres, because writes block each other.'
  expect(argumentIn(`${text}\nPOSITION: Postgres`, IN_A_DISCUSSION)).toContain(text)
})

test('an ordinary answer is shown as it was written, without the hidden lines', () => {
  const text = 'First.\n\n- a\n- b\n\nREASON: so\nVOTE: B\nVETO: harm'
  expect(argumentIn(text, IN_A_DECISION)).toBe('First.\n\n- a\n- b\n\nREASON: so\nVETO: harm')
})

test('an answer that is only a vote shows nothing', () => {
  expect(argumentIn('VOTE: Use Postgres', IN_A_DECISION)).toBe('')
})

test.each(['ABSTAIN', '**Abstain.**', 'I abstain, because I know neither.'])(
  'does not contain %j, which is a vote',
  (line) => {
    for (const shows of [IN_A_DECISION, IN_A_DISCUSSION])
      expect(argumentIn(`Both need a lock.\n\n${line}`, shows)).toBe('Both need a lock.')
  },
)
