import type { ReviewComment } from '@convene/reading'
import { firstLineOf, piecesOf, placeWords, statusWords } from '@convene/reading'
import { expect, test } from 'vitest'
import { commentOn, filesOf } from './review.fixture.ts'
import { rowsOf } from './rows.ts'
import { linesOf, slicesOf } from './slices.ts'

const twoHunks = `diff --git a/a.js b/a.js
--- a/a.js
+++ b/a.js
@@ -1,3 +1,4 @@
 one
-two
+TWO
+three
 four
@@ -20,2 +21,1 @@ function f() {
 x
-y
diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`

const open = { comments: [], draft: null, isFolded: () => false }
const on = (line: number, more: Partial<ReviewComment> = {}) => commentOn('a.js', line, more)

const kinds = (marks: Parameters<typeof rowsOf>[1]) =>
  rowsOf(piecesOf(filesOf(twoHunks)), marks).map(({ kind }) => kind)

test('a file without hunks is one piece, so that it can be undone like any other', () => {
  const pieces = piecesOf(filesOf(twoHunks))
  expect(pieces.map(({ file, number, of }) => [file.path, number, of])).toEqual([
    ['a.js', 1, 2],
    ['a.js', 2, 2],
    ['run.sh', 1, 1],
  ])
  expect(statusWords(pieces[2]?.file as never)).toEqual(['now executable'])
})

test('a comment is shown right below its line', () => {
  const rows = rowsOf(piecesOf(filesOf(twoHunks)), { ...open, comments: [on(2)] })
  const at = rows.findIndex(({ kind }) => kind === 'comment')
  const above = rows[at - 1]
  if (above?.kind !== 'code') throw new Error('no code above the comment')
  expect(linesOf(above.piece.hunk, above.slice).at(-1)).toMatchObject({ text: 'TWO', new: 2 })
  expect(rows[at + 1]).toMatchObject({ kind: 'code', slice: { from: 3 } })
})

test('a comment on a line that no hunk shows is at the hunk before it, not lost', () => {
  const rows = rowsOf(piecesOf(filesOf(twoHunks)), { ...open, comments: [on(9), on(0), on(900)] })
  const said = rows.flatMap((row) => (row.kind === 'comment' ? [[row.comment.line, row.piece?.number]] : []))
  expect(said).toEqual([
    [9, 1],
    [0, 1],
    [900, 2],
  ])
})

test('a comment on a file without lines is shown with the file', () => {
  const comments = [on(1, { path: 'run.sh' })]
  expect(rowsOf(piecesOf(filesOf(twoHunks)), { ...open, comments }).at(-2)).toMatchObject({ kind: 'comment' })
})

test('the comment you write stays at its line, and a folded piece shows only its head', () => {
  expect(kinds({ ...open, draft: { path: 'a.js', side: 'new', line: 21 } })).toContain('draft')
  expect(kinds({ ...open, draft: { path: 'other.js', side: 'new', line: 21 } })).not.toContain('draft')
  expect(kinds({ ...open, isFolded: () => true })).not.toContain('code')
})

test('lines keep their numbers in every slice of a long hunk, and no line is lost', () => {
  const body = Array.from({ length: 1_000 }, (_, index) => (index % 3 === 0 ? `-old ${index}` : `+new ${index}`))
  const removed = body.filter((line) => line.startsWith('-')).length
  const [file] = filesOf(`--- a/x\n+++ b/x\n@@ -10,${removed} +10,${1_000 - removed} @@\n${body.join('\n')}\n`)
  const [hunk] = file?.hunks ?? []
  if (!hunk) throw new Error('no hunk')
  const slices = slicesOf(hunk, new Set())
  const lines = slices.flatMap((slice) => linesOf(hunk, slice))
  expect(lines.map(({ text }) => text)).toEqual(body.map((line) => line.slice(1)))
  expect(lines.at(-1)?.old).toBe(10 + removed - 1)
  expect(lines.findLast(({ sign }) => sign === '+')?.new).toBe(10 + 1_000 - removed - 1)
  expect(Math.max(...slices.map(({ from, to }) => to - from))).toBeLessThan(50)
})

test('a comment whose line has moved is shown where it is now, and one whose file is gone at the end', () => {
  const moved = on(3, { anchor: { state: 'moved', line: 21 } })
  const lost = on(4, { id: 'lost', path: 'gone.js', anchor: { state: 'gone', line: null } })
  const rows = rowsOf(piecesOf(filesOf(twoHunks)), { ...open, comments: [lost, moved] })
  const said = rows.flatMap((row) => (row.kind === 'comment' ? [[row.comment.id, row.piece?.number ?? null]] : []))
  expect(said).toEqual([
    ['c3', 2],
    ['lost', null],
  ])
  expect(rows.at(-1)).toMatchObject({ kind: 'comment', comment: { id: 'lost' } })
})

test('a comment on a file that was not changed is not called a comment on a line that is gone', () => {
  const there = on(7, { id: 'there', path: 'same.js' })
  const gone = on(4, { id: 'gone', path: 'old.js', anchor: { state: 'gone', line: null } })
  const rows = rowsOf(piecesOf(filesOf(twoHunks)), { ...open, comments: [gone, there] })
  expect(
    rows.slice(-4).map((row) => (row.kind === 'beside' ? row.title : row.kind === 'comment' && row.comment.id)),
  ).toEqual([...['Comments on lines that are gone', 'gone'], ...['Comments on lines outside the change', 'there']])
})

test('a place is named by its new lines, or by the old ones if nothing is left of them', () => {
  const [, hunk] = filesOf(twoHunks)[0]?.hunks ?? []
  if (!hunk) throw new Error('no hunk')
  expect(placeWords(hunk)).toBe('Line 21')
  expect(placeWords({ ...hunk, newLines: 0, newStart: 19 })).toBe('Lines 20 to 21')
})

test('a comment on a piece goes to its first new line, or to the first removed one if there is none', () => {
  const [first, second] = piecesOf(filesOf(twoHunks))
  expect(first && firstLineOf(first)).toEqual({ side: 'new', line: 2 })
  expect(second && firstLineOf(second)).toEqual({ side: 'old', line: 21 })
})
