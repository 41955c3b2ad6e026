import { expect, test } from 'vitest'
import { thoughtsApart } from './thought.ts'

const read = (text: string) => thoughtsApart({ text, reasoning: '' })

test.each([
  ['<think>\nVOTE: B? No.\n</think>\n\nVOTE: A', 'VOTE: A', 'VOTE: B? No.'],
  ['<think></think>\n\nVOTE: A', 'VOTE: A', ''],
  ['\n<Thinking>Hm.</thinking>Yes.', 'Yes.', 'Hm.'],
  ['<think>One.</think>\n<think>Two.</think>\nYes.', 'Yes.', 'One.\n\nTwo.'],
  ['Let me see.\nVOTE: B?\n</think>\n\nVOTE: A', 'VOTE: A', 'Let me see.\nVOTE: B?'],
  ['<think>VOTE: B\nREASON: a draft', '', 'VOTE: B\nREASON: a draft'],
  ['<think>All of it.</think>', '', 'All of it.'],
])('%j is an answer with thoughts in front of it', (said, text, reasoning) =>
  expect(read(said)).toEqual({ text, reasoning }),
)

test.each([
  '',
  'VOTE: A',
  'R1 writes its thoughts between `<think>` and `</think>`.',
  '```\n<think>\nHm.\n</think>\n```',
  'The template:\n\n<think>\n…\n</think>',
  '<thinker>Ada</thinker>',
  '</think> ends a thought.',
])('%j has no thoughts in front of it', (said) => expect(read(said)).toEqual({ text: said, reasoning: '' }))

test('thoughts in the text follow those that the server sent apart', () =>
  expect(thoughtsApart({ text: '<think>Two.</think>Yes.', reasoning: 'One.' })).toEqual({
    text: 'Yes.',
    reasoning: 'One.\n\nTwo.',
  }))

test('a long text of tags is read quickly', () => {
  expect(read('<think>'.repeat(500_000)).text).toBe('')
  expect(read('<think></think>'.repeat(500_000)).text).toBe('')
  expect(read('</think> '.repeat(500_000)).reasoning).toBe('')
  expect(read(`${' '.repeat(4_000_000)}x`).reasoning).toBe('')
})
