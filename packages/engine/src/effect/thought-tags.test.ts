import { expect, test } from 'vitest'
import { ThoughtTags } from './thought-tags.ts'

function read(pieces: readonly string[]) {
  const tags = new ThoughtTags()
  const all = [...pieces.flatMap((piece) => tags.read(piece)), tags.end()]
  const of = (kind: string) => all.flatMap((piece) => (piece.kind === kind ? [piece.text] : [])).join('')
  return [of('reasoning'), of('text')]
}

test.each([
  ['<think>\nVOTE: B?\n</think>\n\nVOTE: A', '\nVOTE: B?\n', 'VOTE: A'],
  ['\n <THINK>a < b</Think>Yes.', 'a < b', 'Yes.'],
  ['<think>One.</think>\n<thinking>Two.</thinking> Yes.', 'One.Two.', 'Yes.'],
  ['<think>never </thinking> closed', 'never </thinking> closed', ''],
  ['<think>cut </thi', 'cut </thi', ''],
  ['<thi', '', '<thi'],
  ['  Yes, <think> is a tag.</think>', '', '  Yes, <think> is a tag.</think>'],
  ['<thinker>Ada</thinker>', '', '<thinker>Ada</thinker>'],
])('%j is taken apart in the same way, however it arrives', (said, thought, text) => {
  expect(read([said])).toEqual([thought, text])
  expect(read([...said])).toEqual([thought, text])
  for (let at = 1; at < said.length; at += 1) expect(read([said.slice(0, at), said.slice(at)])).toEqual([thought, text])
})

test('an answer without thoughts is passed on as it arrives', () =>
  expect(new ThoughtTags().read('Yes')).toEqual([{ kind: 'text', text: 'Yes' }]))

test('a long text of tags is read quickly', () => {
  expect(read(['<think></think>'.repeat(100_000)])).toEqual(['', ''])
  expect(read([...'<think>'.repeat(20_000)])[1]).toBe('')
  expect(read([...' '.repeat(200_000)])[0]).toBe('')
})
