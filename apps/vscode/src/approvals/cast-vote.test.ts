import { expect, test } from 'vitest'
import { castVote, takeTurn } from './cast-vote.ts'

const options = ['Keep Redis', 'Move to Postgres', 'Keep Redis']

/** A user who picks the row starting with `picked` and types `typed`. Undefined stands for Escape. */
function window(picked: string | undefined, typed: string | undefined) {
  const shown: string[] = []
  return {
    shown,
    showQuickPick: async (rows: readonly string[]) => {
      shown.push(...rows)
      return rows.find((row) => picked !== undefined && row.startsWith(picked))
    },
    showInputBox: async () => typed,
  }
}

test.each([
  ['B.', ' one store less ', 'B\none store less'],
  ['C.', '', 'C'],
  ['Abstain', 'I know neither', 'abstain\nI know neither'],
  [undefined, 'unsaid', undefined],
  ['A.', undefined, undefined],
])('a turn with the vote %s and the argument %j is %j', async (picked, typed, turn) => {
  expect(await takeTurn(window(picked, typed), options)).toBe(turn)
})

test.each([
  ['Neither.\nBoth cost too much.', 'Neither.\nBoth cost too much.'],
  ['  ', undefined],
  [undefined, undefined],
])('a turn without options and with the argument %j is %j', async (typed, turn) => {
  expect(await takeTurn(window('A.', typed), [])).toBe(turn)
})

test('a vote in a decision cannot abstain, and names its option in full', async () => {
  const user = window('B.', 'why not')
  expect(await castVote(user, options)).toEqual({ option: 'Move to Postgres', reason: 'why not' })
  expect(user.shown).toEqual(['A. Keep Redis', 'B. Move to Postgres', 'C. Keep Redis'])
  expect(await castVote(window(undefined, ''), options)).toBeUndefined()
})
