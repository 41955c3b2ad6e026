import { describe, expect, test } from 'vitest'
import { jsonIn } from './json.ts'
import { valueIn } from './marks.ts'
import { readShare } from './number.ts'
import { optionMeant } from './option.ts'
import { saysSentinel } from './sentinel.ts'
import { verdictIn } from './verdict.ts'
import { isAbstention, isNone } from './words.ts'

describe('a number is read as it was meant', () => {
  test.each([
    ['85', 0.85, 0.85],
    ['85 %', 0.85, 0.85],
    ['85%', 0.85, 0.85],
    ['85 percent sure', 0.85, 0.85],
    ['0.85', 0.85, 0.85],
    ['0,85', 0.85, 0.85],
    ['.85', 0.85, 0.85],
    ['８５', 0.85, 0.85],
    ['8.5/10', 0.85, 0.85],
    ['17/20', 0.85, 0.85],
    ['17 out of 20', 0.85, 0.85],
    ['85/100, since the tests pass', 0.85, 0.85],
    ['~85', 0.85, 0.85],
    ['about 85', 0.85, 0.85],
    ['**85**', 0.85, 0.85],
    ['`0.85`', 0.85, 0.85],
    ['high (85 %)', 0.85, 0.85],
    ['60', 0.6, 0.6],
    ['100', 1, 1],
    ['0', 0, 0],
    ['1.0', 1, 1],
    ['1', 1, 0.01],
    ['7', undefined, 0.07],
    ['0.9', 0.9, 0.9],
    ['8/10', 0.8, 0.8],
  ])('%j', (said, ofOne, ofHundred) => {
    expect(readShare(said, 1)).toBe(ofOne)
    expect(readShare(said, 100)).toBe(ofHundred)
  })

  test.each([
    'high',
    'very sure',
    '',
    'n/a',
    '-3',
    '-0.5',
    '−0.5',
    '120',
    '150 %',
    '11/10',
    '5/0',
    '80-90',
    '80 to 90',
    '70–80 %',
    '0 to 100',
    '<0 to 100>',
    'between 70 and 80',
    'high, see point 3',
    '3rd',
    'NaN',
    '1e400',
  ])('%j is not a number', (said) => {
    expect([readShare(said, 1), readShare(said, 100)]).toEqual([undefined, undefined])
  })
})

describe('a marked line is found', () => {
  test.each([
    ['as asked', 'VOTE: Wait'],
    ['in lower case', 'vote: Wait'],
    ['in bold', '**VOTE:** Wait'],
    ['in bold around the word only', '**VOTE**: Wait'],
    ['entirely in bold', '**VOTE: Wait**'],
    ['in italics and code marks', '_VOTE_: `Wait`'],
    ['as a heading', '### VOTE: Wait'],
    ['as a heading with the value below it', '## VOTE:\n\nWait\n\nMore.'],
    ['in a list', '- VOTE: Wait'],
    ['in a numbered list', '2. **VOTE:** "Wait"'],
    ['after a symbol', '✅ VOTE: Wait'],
    ['with a full-width colon', 'VOTE：Wait'],
    ['with an equals sign', 'VOTE = Wait'],
    ['with a dash', 'VOTE — Wait'],
    ['after thinking aloud', 'VOTE: Ship\nHm.\nVOTE: Wait'],
    ['in a fence that ends the answer', 'Here is my vote:\n\n```\nVOTE: Wait\n```\n'],
    ['in a fence that is the answer', '```text\nVOTE: Wait\n```'],
    ['in a quotation that is the answer', '> VOTE: Wait\n> REASON: Safer.'],
    ['as JSON', '{"vote": "Wait", "reason": "Safer."}'],
    ['as JSON in a fence', 'My ballot:\n```json\n{ "Vote": "Wait", }\n```'],
    ['after the template was quoted', 'VOTE: <one of the options>\n\nVOTE: Wait'],
    ['before a quotation of someone else', 'VOTE: Wait\n\n> VOTE: Ship\n\nI do not follow them.'],
  ])('%s', (_how, text) => expect(valueIn(text, 'VOTE')).toBe('Wait'))

  test.each([
    ['Begin in `docs/a.md`', 'Begin in `docs/a.md`'],
    ['**Begin in `docs/a.md`**', 'Begin in `docs/a.md`'],
    ['**Redis**', 'Redis'],
    ['Do what Ada calls “the move”', 'Do what Ada calls “the move”'],
    ['“The move”', 'The move'],
    ['Say "no"', 'Say "no"'],
    ['Wait`', 'Wait'],
  ])('with marks that belong to its value: %j', (written, value) => {
    for (const line of [`VOTE: ${written}`, `**VOTE:** ${written}`, `- VOTE: ${written}`])
      expect(valueIn(line, 'VOTE')).toBe(value)
  })

  test.each([
    ['the template quoted back', 'VOTE: <option>\nCONFIDENCE: <0 to 100>'],
    ['a sentence', 'My VOTE: is secret.'],
    ['a quotation of someone else', 'Panelist B said:\n\n> VOTE: Wait\n\nI cannot follow.'],
    ['an example in a fence', 'The form is\n\n```\nVOTE: Wait\n```\n\nbut I have no view.'],
    ['no value', 'VOTE:'],
    ['another word', 'VOTES: Wait'],
  ])('but not in %s', (_how, text) => expect(valueIn(text, 'VOTE')).toBeUndefined())
})

const DONE = '[[GROUP_REFLECT_COMPLETE]]'

describe('a sentinel', () => {
  test.each([
    DONE,
    `**${DONE}**`,
    `\`${DONE}\``,
    `- ${DONE}`,
    `> ${DONE}`,
    `${DONE}.`,
    `## ${DONE}:`,
    'All is there.\n[[group_reflect_complete]]',
    `Nothing is missing.\n\n${DONE}`,
    `- No gaps are left\n${DONE}`,
    `\`\`\`\n${DONE}\n\`\`\``,
  ])('is recognized in %j', (text) => expect(saysSentinel(text, DONE, 'yes')).toBe(true))

  test.each([
    `It is ${DONE}.`,
    `${DONE}?`,
    `NOT ${DONE}`,
    `${DONE} would be too early`,
    `I cannot write\n${DONE}\nyet.`,
    `Once the dates are in, I would write:\n${DONE}`,
    `${DONE}\nyet to be said, once it is done`,
    `The prompt says:\n\n\`\`\`\n${DONE}\n\`\`\`\n\nbut the dates are missing.`,
    `> ${DONE}\n\nsays the member. The dates are missing.`,
    '[GROUP_REFLECT_COMPLETE]',
    '',
  ])('is not recognized in %j', (text) => expect(saysSentinel(text, DONE, 'yes')).toBe(false))
})

const words = { yes: ['ACCEPT', 'ACCEPTED'], no: ['REOPEN', 'REOPENED'] }

describe('a verdict', () => {
  test.each([
    ['ACCEPT', 'yes'],
    ['ACCEPT.', 'yes'],
    ['**ACCEPT**', 'yes'],
    ['`ACCEPT`', 'yes'],
    ['Verdict: ACCEPT', 'yes'],
    ['**Verdict:** Accepted', 'yes'],
    ['Final verdict — ACCEPT', 'yes'],
    ['I accept this step.', 'yes'],
    ['Accepted.', 'yes'],
    ['ACCEPT: every criterion is met', 'yes'],
    ['ACCEPT, but rename it one day', 'yes'],
    ['ACCEPT: nothing is missing', 'yes'],
    ['All criteria hold.\n\n1. ACCEPT', 'yes'],
    ['{"verdict": "ACCEPT"}', 'yes'],
    ['REOPEN: no test', 'no'],
    ['**REOPEN:** no test', 'no'],
    ['Verdict: REOPEN, no test', 'no'],
    ['REOPEN:\n- no test', 'no'],
    ['REOPEN: I cannot ACCEPT this without a test', 'no'],
    ['ACCEPT\nREOPEN: on second thought, no test', 'no'],
    ['{"verdict": "REOPEN", "reason": "no test"}', 'no'],
    ['ACCEPT?', 'unread'],
    ['ACCEPT? Not yet.', 'unread'],
    ['ACCEPT: no', 'unread'],
    ['ACCEPT: not yet', 'unread'],
    ['ACCEPT: none', 'unread'],
    ['ACCEPT only if there is a test', 'unread'],
    ['ACCEPT or REOPEN: <reason>', 'unread'],
    ['Accept it once there is a test', 'unread'],
    ['Accepted, but not as it is', 'unread'],
    ['Accepting this would be wrong.', 'unread'],
    ['I cannot\nACCEPT\nthis.', 'unread'],
    ['I would accept it.', 'unread'],
    ['REOPEN: none', 'unread'],
    ['> ACCEPT\n\nsays the prompt. I have not looked.', 'unread'],
    ['', 'unread'],
  ])('%j is read as %s', (text, says) => expect(verdictIn(text, words).says).toBe(says))

  test.each(['REOPEN: no test', '**REOPEN:** no test', 'REOPEN\n\nno test', 'Verdict: REOPEN — no test'])(
    'keeps its reason in %j',
    (text) => expect(verdictIn(text, words).reason).toBe('no test'),
  )
})

describe('an option', () => {
  const options = ['Wait', 'Ship', 'Ship behind a flag']
  test.each([
    ['ship!', 'Ship'],
    ['"Ship"', 'Ship'],
    ['2', 'Ship'],
    ['#2', 'Ship'],
    ['b', 'Ship'],
    ['Option B', 'Ship'],
    ['(B)', 'Ship'],
    ['2) Ship', 'Ship'],
    ['B: Ship', 'Ship'],
    ['1. Ship', 'Ship'],
    ['Ship behind', 'Ship behind a flag'],
    ['I am for Wait', 'Wait'],
    ['Let us ship behind a flag, as [m3] says', 'Ship behind a flag'],
    ['not Wait', undefined],
    ['anything but Wait', undefined],
    ['Wait or Ship', undefined],
    ['Wait? No.', undefined],
    ['Sh', undefined],
    ['9', undefined],
    ['z', undefined],
    ['<one of the options>', undefined],
    ['', undefined],
  ])('%j means %j', (said, option) => expect(optionMeant(options, said)).toBe(option))
})

test.each(['none', 'None.', 'no', 'N/A', 'no objection', 'none, I can live with all', 'keine', '-', '无', ''])(
  '%j after a marker means nothing',
  (value) => expect(isNone(value)).toBe(true),
)

test.each(['No tests exist, and data is lost', 'Nobody can undo it', 'not safe', 'nothing works without it'])(
  '%j after a marker means something',
  (value) => expect(isNone(value)).toBe(false),
)

test.each(['abstain', 'I abstain.', 'ABSTAINED', 'Abstention: too little evidence', 'Enthaltung'])(
  '%j is an abstention',
  (value) => expect(isAbstention(value)).toBe(true),
)

describe('JSON in an answer', () => {
  const isList = (value: unknown): value is readonly number[] =>
    Array.isArray(value) && value.every((one) => Array.isArray(one))
  test.each([
    ['alone', '[[1]]'],
    ['in a fence', 'So:\n```json\n[[1]]\n```\nDone.'],
    ['in prose', 'It is [[1]] I think.'],
    ['after a draft', '```\n[[0]]\n```\nBetter:\n```\n[[1]]\n```'],
    ['with a trailing comma', '[[1,],]'],
    ['before an unrelated fence', '[[1]]\n```\nls\n```'],
  ])('is read %s', (_how, text) => expect(jsonIn(text, isList)?.value).toEqual([[1]]))

  test('is read with curly quotes', () => {
    const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
    expect(jsonIn('{“a”: “b”}', isObject)?.value).toEqual({ a: 'b' })
  })
})

test.each(['VOTE: ', '*_~', ' ', '```\n', '> ', '[{"', '[[', '{"a":', 'ACCEPT ', '1. ', '"', '(1', '\u2028', 'not '])(
  'a long answer made up of %j is read quickly',
  (piece) => {
    const text = piece.repeat(60_000)
    valueIn(text, 'VOTE')
    saysSentinel(text, DONE, 'yes')
    verdictIn(text, words)
    optionMeant(['a', 'b'], text)
    readShare(text, 100)
  },
)
