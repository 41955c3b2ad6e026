import { describe, expect, test } from 'vitest'
import { argumentIn, IN_A_DECISION, IN_A_DISCUSSION, IN_A_FINAL_POSITION } from './argument.ts'

const options = ['Use Postgres', 'Stay on SQLite']
const ending = 'VOTE: A\nPROBABILITIES: A 86, B 14\nREASON: One writer at a time.'
const before = 'The writes block each other.'
const after = 'See the log in m4.'
const shown = (sentence: string, shows = IN_A_DECISION) =>
  argumentIn(`${before} ${sentence} ${after}\n\n${ending}`, shows, options)

describe.each([
  'I vote for A with 86 %.',
  'I vote A.',
  'My vote goes to option A.',
  'I’m voting for Use Postgres.',
  'So I would vote Postgres, at 86 percent.',
  'Voting A here.',
  'Vote for A!',
  'Option A gets my vote.',
  '+1 for A.',
  'A it is, with 86 %.',
  'I am 86 % sure that the first one is right.',
  'I am about 85% confident.',
  'My confidence is 0.86.',
  'Confidence around 86 percent.',
  'I would put A at 86 % and B at 14 %.',
  'I give Postgres 86 %.',
  '86 % for Postgres.',
  'Postgres (86 %) over SQLite (14 %).',
  'Postgres is 86 % likely to be right.',
  'In numbers: 86 % Postgres.',
  'A: 86 %.',
  'A 86, B 14.',
  '86/14 in favour of the first.',
  'I am eighty-six percent sure of A.',
  'Nine out of ten that A is right, so I lean that way.',
  'I choose A.',
  'I pick Postgres.',
  'I would go with Postgres.',
  'My pick is the first one.',
  'My choice: Postgres.',
  'I recommend A.',
  'I lean towards **A**.',
  'Ich stimme für A.',
  'Meine Stimme gilt Postgres mit 86 Prozent.',
  'Ich bin zu 86 % sicher.',
  'Je vote pour A.',
  'Voto por A con 86 %.',
  'I vote for A, i.e. Postgres, with 86 %.',
  'I vote\nfor A with\n86 %.',
  '我投A票。',
  'The figure I arrived at is 86 %.',
  'I am 86 %\nsure of it.',
  'Given the above, B has no chance: 14 %, the rest is for A.',
])('%j is not shown to peers before they vote', (sentence) => {
  test('in a decision', () => {
    expect(shown(sentence)).toBe(`${before} ${after}\n\nREASON: One writer at a time.`)
  })

  test('in a list, in the reason, in JSON, or where it is all there is', () => {
    expect(argumentIn(`- ${before}\n- ${sentence}\n- ${after}\n${ending}`, IN_A_DECISION, options)).toBe(
      `- ${before}\n- ${after}\nREASON: One writer at a time.`,
    )
    const flat = sentence.replaceAll('\n', ' ')
    expect(argumentIn(`${before}\n\nVOTE: A\nREASON: ${flat}\nPROBABILITIES: A 86, B 14`, IN_A_DECISION, options)).toBe(
      before,
    )
    const json = { argument: `${before} ${sentence}`, vote: 'A', probabilities: { A: 0.86, B: 0.14 }, reason: flat }
    expect(argumentIn(JSON.stringify(json), IN_A_DECISION, options)).toBe(before)
    expect(argumentIn(`${sentence}\n\nVOTE: A\nPROBABILITIES: A 86, B 14`, IN_A_DECISION, options)).toBe('')
  })

  test('in a final position', () => {
    const text = `${before} ${sentence}\n\nPOSITION: Postgres\n${ending}`
    expect(argumentIn(text, IN_A_FINAL_POSITION, options)).toBe(`${before}\n\nPOSITION: Postgres`)
  })
})

test.each([
  'At a load of 90 % both are slow.',
  'A 14-day trial is 5 % of it.',
  'Option A: 14 ms, option B: 21 ms.',
  'Postgres has 40 % lower latency than SQLite [m3].',
  'A 40 % drop in errors was measured.',
  'Panelist B is wrong about the lock: it is held for 3 s.',
  'There is a 40 % chance of an outage in week one.',
  'I ran the tests: 12 of 12 pass.',
  'The users vote with their feet.',
  'I measured 120 writes per second, and the limit is 100.',
  'Postgres costs $80 a month; SQLite costs nothing.',
  'We had 2 outages in 10 months.',
])('%j stays in the argument', (sentence) => {
  expect(shown(sentence)).toContain(sentence)
})

test.each(['prints -0.1', 'a/b (c) [d] {e} f|g ^$.*+?', 'read-only', '-', '', '\\u'])(
  'an option may be %j',
  (option) => {
    const text = `The lock is held. I would go with ${option}.\n\nVOTE: A`
    expect(argumentIn(text, IN_A_DECISION, [option, 'Wait'])).toContain('The lock is held.')
  },
)

test('a discussion shows positions, and not how sure their author is', () => {
  const text =
    'I recommend Postgres. I am 86 % sure. Writes block each other.\n\nPOSITION: Use Postgres\nCONFIDENCE: 86'
  expect(argumentIn(text, IN_A_DISCUSSION)).toBe(
    'I recommend Postgres. Writes block each other.\n\nPOSITION: Use Postgres',
  )
})
