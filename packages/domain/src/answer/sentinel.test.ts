import { describe, expect, test } from 'vitest'
import { saysSentinel } from './sentinel.ts'
import { verdictIn } from './verdict.ts'

const DONE = '[[REFLECTION_COMPLETE]]'
const MORE = '[[NEEDS_ITERATION]]'
const review = { yes: ['ACCEPT', 'ACCEPTED'], no: ['REOPEN', 'REOPENED'] }

/** Ordinary lines above a verdict: reasons, code, tables, notes, without a full stop. */
const reasons = [
  '    if (a) return 5',
  '| x | not y |',
  '**Note:** run it after install',
  'All gaps found before are closed',
  'All criteria met after the fix',
  'I know this, not a problem',
  'The owners fit, and when s1 is done all is there',
  'When I ran the suite again it would not fail any more',
  'Nothing is missing and I could not find anything to add',
  'It works if the file is empty, too',
  'The tests run once per commit',
  '## What I would not change',
  '- the tests do not hang any more',
  'My verdict:',
  'So here is my answer:',
  'No concerns, so:',
  'Nothing left to say',
]

describe('a yes alone on its line counts below an ordinary line', () => {
  test.each(reasons)('%j', (reason) => {
    for (const gap of ['\n', '\n\n']) {
      expect(saysSentinel(`${reason}${gap}${DONE}`, DONE, 'yes')).toBe(true)
      expect(verdictIn(`${reason}${gap}ACCEPT`, review).says).toBe('yes')
    }
  })
})

describe('a lead-in that opens its sentence takes a yes back', () => {
  test.each([
    'I cannot write',
    'I am not ready to say',
    'We would not answer with',
    'It is too early to write',
    'Once the tests pass,',
    'Once the tests pass',
    'If all is green:',
    'When it is done I will write:',
    'As soon as the dates are in, I would say:',
    'This is not yet worth an',
    'The brief says:',
    'The owner wrote:',
    'Sobald die Tests laufen, schreibe ich:',
  ])('%j', (lead) => {
    expect(saysSentinel(`${lead}\n${DONE}`, DONE, 'yes')).toBe(false)
    expect(verdictIn(`${lead}\nACCEPT`, review).says).toBe('unread')
  })
})

describe('a no counts, whatever the line above it denies', () => {
  test.each(['Verdict: goal not met', 'not there', 'The tests do not run', 'I cannot accept this', 'Never tested:'])(
    '%j',
    (reason) => {
      expect(saysSentinel(`${reason}\n${MORE}\nfix it`, MORE, 'no')).toBe(true)
      expect(verdictIn(`${reason}\nREOPEN: no tests`, review)).toEqual({ says: 'no', reason: 'no tests' })
    },
  )
})

describe('a sentinel is read in any decoration', () => {
  test.each([
    `Verdict: ${DONE}`,
    `**Verdict:** ${DONE}`,
    `Final verdict for s1: **${DONE}**`,
    `\`${DONE}\`.`,
    `**${DONE}**.`,
    `**${DONE}.**`,
    `"${DONE}".`,
    `${DONE} ✅`,
    `### ${DONE} ###`,
    `${DONE}: nothing is left to do.`,
    `${DONE} – all tests pass`,
    `Here is my verdict:\n\n\`\`\`\n${DONE}\n\`\`\``,
    `${DONE}\n\nHowever, keep an eye on memory.`,
    `${DONE}\n\nIf you want, I can add more tests.`,
    `${DONE}\n\nLet me know!\n\nHowever, you may want to watch the logs.`,
  ])('%j', (text) => expect(saysSentinel(text, DONE, 'yes')).toBe(true))

  test.each([
    `Verdict: ${MORE}`,
    `**${MORE}** The tests are missing.`,
    `**${MORE}** tests are missing`,
    `${MORE}: the tests are missing.`,
    `${MORE} - the tests are missing`,
    `${MORE} because the tests are missing`,
    `Conclusion is ${MORE}`,
  ])('%j, as a no', (text) => expect(saysSentinel(text, MORE, 'no')).toBe(true))

  test.each([
    `${DONE}: not yet`,
    `${DONE}: nearly`,
    `${DONE}: still to do: the costs`,
    `${DONE} – the costs need work`,
    `${DONE}: Kosten fehlen`,
    `${DONE}. Tests to be written.`,
    `${DONE} would be too early`,
    `${DONE} once the tests pass`,
    `${DONE}\n\nHowever, the tests are still missing.`,
    `${DONE}\n\nBut keep in mind that two tests fail.`,
    `The template:\n\n\`\`\`\n${DONE}\n\`\`\``,
    `Once all is done I will write:\n\n\`\`\`\n${DONE}\n\`\`\``,
    `${DONE}\nor\n${MORE}\n<what is missing>`,
  ])('but not as a yes in %j', (text) => expect(saysSentinel(text, DONE, 'yes')).toBe(false))

  test.each([`${MORE} is not needed.`, `${MORE} would be wrong`, `${MORE}\n<what is missing or wrong>`, `${MORE}?`])(
    'nor as a no in %j',
    (text) => expect(saysSentinel(text, MORE, 'no')).toBe(false),
  )
})
