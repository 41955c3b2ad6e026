import { readPatch } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { namedHunks } from './hunk-ids.ts'

const patch = (...hunks: readonly string[]) => `diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n${hunks.join('\n')}\n`
const namesIn = (text: string) => readPatch(text).flatMap((file) => namedHunks(file).map(({ id }) => id))

const first = '@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three'
const second = '@@ -10,3 +10,3 @@\n ten\n-eleven\n+elf\n twelve'

describe('the name of a hunk', () => {
  test('is the same after lines were added above, and after its neighbours changed', () => {
    const [, before] = namesIn(patch(first, second))
    const moved = '@@ -14,3 +17,3 @@\n zehn\n-eleven\n+elf\n zwölf'
    expect(namesIn(patch(moved))).toEqual([before])
  })

  test('is another one if it changes anything else, or another file', () => {
    const [before] = namesIn(patch(second))
    expect(namesIn(patch(second.replace('+elf', '+elf!')))).not.toEqual([before])
    expect(namesIn(patch(second).replaceAll('a.ts', 'b.ts'))).not.toEqual([before])
  })

  test('is never shared, not even by equal hunks with equal neighbours', () => {
    const again = second.replace('-10,3 +10,3', '-30,3 +30,3')
    const elsewhere = second.replace('-10,3 +10,3', '-50,3 +50,3').replace(' ten', ' zehn')
    expect(new Set(namesIn(patch(second, again, elsewhere))).size).toBe(3)
  })

  test('is there for changes without lines', () => {
    const mode = 'diff --git a/run b/run\nold mode 100644\nnew mode 100755\n'
    const empty = 'diff --git a/e b/e\nnew file mode 100644\nindex 0000000..e69de29\n'
    const binary = 'diff --git a/b b/b\nindex 111..222 100644\nGIT binary patch\nliteral 1\nIcmZ\n\n'
    const files = readPatch(mode + empty + binary).map((file) => namedHunks(file))
    expect(files.map((hunks) => hunks.map(({ kind }) => kind))).toEqual([['file'], ['file'], ['file']])
    expect(new Set(files.flat().map(({ id }) => id)).size).toBe(3)
  })
})
