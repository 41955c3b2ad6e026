import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionMeant } from '../answer/option.ts'
import { distinctOptions, refuseProposal } from './options.ts'
import { readRuling, readVote } from './read-answer.ts'

const options = ['Use SQLite', 'Use Postgres', 'Use both']

describe('a vote is read', () => {
  test.each([
    ['as asked', 'VOTE: Use SQLite\nREASON: One file.\nCONFIDENCE: 80'],
    ['in a different case', 'vote: use sqlite\nreason: One file.\nconfidence: 80'],
    ['in bold', '**VOTE:** Use SQLite\n**REASON:** One file.\n**CONFIDENCE:** 80%'],
    ['in bold around the word only', '**VOTE**: "Use SQLite"\n**REASON**: One file.\n**CONFIDENCE**: 80 of 100'],
    ['by its number', 'VOTE: 1\nREASON: One file.\nCONFIDENCE: 80'],
    ['by number and words', 'VOTE: 1. Use SQLite.\nREASON: One file.\nCONFIDENCE: 80'],
    ['as a list', '- VOTE: Use SQLite\n- CONFIDENCE: 80\n- REASON: One file.'],
    ['in a quotation', '> VOTE: `Use SQLite`\n> REASON: One file.\n> CONFIDENCE: 80'],
    ['with arrows', 'Vote -> Use SQLite\nReason => One file.\nConfidence ⇒ 80'],
    ['with arrows and an owner', 'My vote -> **Use SQLite**\nREASON --> One file.\nCONFIDENCE -> 80'],
    ['after thinking aloud', 'VOTE: Use both? No.\n\nVOTE: Use SQLite\nREASON: One file.\nCONFIDENCE: 80'],
    [
      'with position lines after it',
      'VOTE: Use SQLite\nCONFIDENCE: 80\nREASON: One file.\n\nPOSITION: Use SQLite\nCHANGED: no',
    ],
    ['with an explanation after it', 'VOTE: Use SQLite (the first)\nREASON: One file.\nCONFIDENCE: 80'],
  ])('%s', (_, text) => {
    expect(readVote(text, options)).toEqual({ option: 'Use SQLite', reason: 'One file.', confidence: 80 })
  })

  test.each([
    ['an empty text', ''],
    ['no such line', 'I am for SQLite.'],
    ['an unknown option', 'VOTE: Use MySQL'],
    ['an ambiguous text', 'VOTE: Use'],
    ['an unknown number', 'VOTE: 7'],
    ['another word', 'DECISION: Use SQLite'],
  ])('but not from %s', (_, text) => {
    expect(readVote(text, options)).toBeUndefined()
  })

  test.each([
    ['300', null],
    ['high', null],
    ['0.9', 90],
    ['8/10', 80],
    ['12.5 %', 12.5],
  ])('with the confidence %j as %s of 100', (said, confidence) => {
    expect(readVote(`VOTE: Use both\nCONFIDENCE: ${said}`, options)?.confidence).toBe(confidence)
  })

  test('as an abstention, but only in a vote', () => {
    const text = 'VOTE: abstain\nDECISION: abstain\nREASON: I know neither.'
    expect(readVote(text, options)).toEqual({ option: null, reason: 'I know neither.', confidence: null })
    expect(readRuling(text, options)).toBeUndefined()
  })

  test('quickly, even if the text is hostile', () => {
    const text = `${'*_# '.repeat(20_000)}\n${'VOTE: '.repeat(20_000)}\n${'REASON:\n'.repeat(5_000)}`
    expect(readVote(text, options)).toBeUndefined()
  })
})

describe('options', () => {
  test('are one line each, without blanks and duplicates', () => {
    expect(distinctOptions([' Wait ', 'wait.', '', 'Ship\nnow', '\u202eevil'])).toEqual(['Wait', 'Ship now', 'evil'])
  })

  test('are recognized by their own words, whatever those are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }), (raw) => {
        const cleaned = distinctOptions(raw)
        for (const option of cleaned)
          if (/[\p{L}\p{N}]/u.test(option)) expect(optionMeant(cleaned, option)).toBe(option)
      }),
    )
  })

  test.each([
    ['', ['a', 'b'], 'topic'],
    ['Which?', ['a'], 'two options'],
    ['Which?', ['a', 'A '], 'two options'],
    ['Which?', Array.from({ length: 13 }, (_, index) => `option ${index}`), 'at most 12'],
  ])('%j with %j is refused', (topic, list, why) => {
    expect(refuseProposal(topic, list)).toContain(why)
  })
})

test('a very long answer names no option, and is read quickly', () => {
  expect(optionMeant(['SQLite', 'Postgres'], `${'*'.repeat(200_000)}x`)).toBeUndefined()
})
