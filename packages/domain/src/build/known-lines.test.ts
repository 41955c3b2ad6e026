import { describe, expect, test } from 'vitest'
import { readPatch } from '../change/read-patch.ts'
import { aroundKnown, knownLinesIn } from './known-lines.ts'

const patch = (...hunks: readonly string[]) => `--- a/a\n+++ b/a\n${hunks.join('\n')}\n`
const known = (...patches: readonly string[]) =>
  Object.fromEntries(
    knownLinesIn(
      patches.flatMap((text) => [...readPatch(text)]),
      'a',
    ),
  )

describe('the lines that patches show', () => {
  test('are numbered as the last of them leaves the file', () => {
    const first = patch('@@ -10,3 +10,3 @@\n ten\n-eleven\n+elf\n twelve')
    expect(known(first)).toEqual({ 10: 'ten', 11: 'elf', 12: 'twelve' })
    const above = patch('@@ -1,1 +1,3 @@\n one\n+a\n+b', '@@ -11,1 +13,0 @@\n-elf')
    expect(known(first, above)).toEqual({ 1: 'one', 2: 'a', 3: 'b', 12: 'ten', 13: 'twelve' })
  })

  test('move behind a line that was added without neighbours, and stay above it', () => {
    const first = patch('@@ -1,2 +1,2 @@\n-a\n+A\n b')
    expect(known(first, patch('@@ -1,0 +2 @@\n+new'))).toEqual({ 1: 'A', 2: 'new', 3: 'b' })
  })

  test('are none once the file is gone', () => {
    const gone = 'diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-A\n'
    expect(known(patch('@@ -1 +1 @@\n-a\n+A'), gone)).toEqual({})
  })

  test('give a line its neighbours only as far as nothing unknown is between', () => {
    const lines = knownLinesIn(
      readPatch(patch('@@ -4,2 +4,2 @@\n four\n-x\n+five', '@@ -7,1 +7,1 @@\n-y\n+seven')),
      'a',
    )
    expect(aroundKnown(lines, 5)).toEqual({ before: ['four'], quote: 'five', after: [] })
    expect(aroundKnown(lines, 6)).toBeUndefined()
  })
})
