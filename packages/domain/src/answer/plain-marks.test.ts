import { expect, test } from 'vitest'
import { withoutOpenMark, withPlainMarks } from './plain-marks.ts'

test.each([
  ['APPROVE', 'Approved'],
  ['**ACCEPT**\n\nAll is there.', '**Accepted**\n\nAll is there.'],
  ['REOPEN: the index is missing', 'Sent back: the index is missing'],
  ['NOT_CONVERGED: two still differ', 'Not converged: two still differ'],
  ['CLEAR: thank you.', 'Thank you.'],
  ['**CLEAR:** It names both.', 'It names both.'],
  ['CLEAR', 'Clear'],
  ['@worker:Zoe\nDo it.\n@end\n\n**@worker: Bert** read', 'For Zoe\nDo it.\n\n**For Bert** read'],
  ['I would write [[REFLECTION_COMPLETE]] if I were done.', 'I would write “complete” if I were done.'],
  ['[[needs_iteration]]', '“not complete”'],
  ['Wait.\nPOSITION: Wait\nCONFIDENCE: 70', 'Wait.\nWait · 70 %'],
  [
    'So.\n[MORE_ANALYSIS_NEEDED]\nREDIRECT: all: Talk about costs.',
    'So.\nMore analysis is needed.\nTo all: Talk about costs.',
  ],
  ['**Verdict: ACCEPT**', '**Verdict: Accepted**'],
  ['DECISION： A', 'Decision： A'],
  ['REOPEN: the test for REOPEN is missing', 'Sent back: the test for REOPEN is missing'],
  ['CLEAR: thank you.\r\nACCEPT\r\n', 'Thank you.\r\nAccepted\r\n'],
  ['PROBABILITY: 35 %\nREASON: it rains', 'Probability: 35 %\nReason: it rains'],
  [
    '**LOOK:** `wc -l a.md`\n- EXPECT A: 6\n**EXPECT B:** 7',
    '**Look:** `wc -l a.md`\n- Expected for A: 6\n**Expected for B:** 7',
  ],
  ['We EXPECT A: it is late.', 'We EXPECT A: it is late.'],
  ['Ship?\nFIELD: delivery\nFIELD: software delivery', 'Ship?\nsoftware delivery'],
])('what agents write for the program is shown in plain words: %s', (text, shown) => {
  expect(withPlainMarks(text)).toBe(shown)
})

test.each([
  ['Where?\nPROTOCOL: decide\nOPTION: Redis\n**DISCUSSION_DEPTH:** Quick', 'Where?\n- Redis\n'],
  ['PROTOCOL: discuss', ''],
  ['PROTOCOL: dec', ''],
  ['PROTOCOL: d is for data.', 'PROTOCOL: d is for data.'],
  ['PROTOCOL: HTTP', 'PROTOCOL: HTTP'],
])('lines about how a panel works are hidden: %j', (text, shown) => {
  expect(withPlainMarks(text)).toBe(shown)
})

test.each([
  ['VOTE: B\nPROBABILITIES: A 22, B 78\nREASON: The audit is late.', 'B · 78 %: The audit is late.'],
  ['VOTE: A\nPROBABILITIES: A 61, B 39\nREASON: So.\nCHANGED: no', 'A · 61 % · unchanged: So.'],
  [
    '**VOTE:** B\n**PROBABILITIES:** A 27, B 73\nCHANGED: yes, because [m5] a queue',
    'B · 73 % · changed, because [m5] a queue',
  ],
  ['Vote: b\nConfidence: 70 %\n\nReason: so\n\nThe end.', 'b · 70 %: so\n\nThe end.'],
  ['VOTE: Move now\nPROBABILITIES: A 5, B 95', 'Move now · A 5, B 95'],
  ['POSITION: Wait\nCONFIDENCE: high\nVETO: no backups', 'Wait · high · veto: no backups'],
  ['POSITION: Wait\nCONFIDENCE: 0.8', 'Wait · 80 %'],
  ['VOTE: B\nPROBABILITIES: A 0.3, B 0.7', 'B · 70 %'],
  ['VOTE: abstain', 'abstain'],
  ['VOTE： A', 'A'],
  ['`VOTE: A`', 'A'],
  ['VOTE - A\nPROBABILITIES = A 80, B 20', 'A · 80 %'],
  ['1. **POSITION：** `Wait`', 'Wait'],
  ['PREDICTION: B\nCONFIDENCE: 80', 'Prediction: B · 80 %'],
  ['Wait.\nVOTE:', 'Wait.'],
  ['REASON: so', 'Reason: so'],
])('the lines of a position become one readable line: %j', (text, shown) => {
  expect(withPlainMarks(text)).toBe(shown)
})

test.each([
  'Position: the third row from above.',
  '```\nVOTE: B\n```',
  'ACCEPT headers decide the format.',
  'See [[Wiki page]] and mail me@worker:8080.',
  'Send BLOCKED: then wait.',
  'TODO: write it',
  'constructor: none',
])('an ordinary sentence is left alone: %s', (text) => expect(withPlainMarks(text)).toBe(text))

test('no part of a mark is visible while it is being written', () => {
  const whole =
    'So.\n\nVOTE: B\n**PROBABILITIES:** A 22, B 78\nREASON: late\nNOT_CONVERGED\nEXPECT A: 6\nLOOK: x\n@worker: qa\n[[NEEDS_ITERATION]]'
  const steps = Array.from({ length: whole.length }, (_, end) =>
    withPlainMarks(withoutOpenMark(whole.slice(0, end + 1))),
  )
  const seen = steps.filter((text) => /VO|PROB|REA|NOT_|EXP|LOO|@w|\[\[/u.test(text))
  expect(seen).toEqual([])
})

test.each(['I would stay.\nA service needs', 'Ask @devops', 'See [m8', 'NOPE', 'Votes'])(
  'other words appear as they arrive: %j',
  (text) => expect(withoutOpenMark(text)).toBe(text),
)
