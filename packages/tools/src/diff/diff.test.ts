import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyHunks } from './apply-hunks.ts'
import { diffLines } from './diff-lines.ts'
import { hunksBetween, reversed } from './hunks.ts'
import { splitLines } from './lines.ts'
import { parseDiff } from './parse-diff.ts'
import { sizeOf, unifiedDiff } from './unified-diff.ts'

/** Few distinct lines, so they repeat. Some have Windows line endings, some look like parts of a diff. */
const line = fc.constantFrom(
  'a',
  'b',
  'c',
  '',
  '-- x',
  '++ y',
  '@@ -1 +1 @@',
  '\\ No newline',
  'd\r',
  '\ufeffe',
  'ä\u2028ö',
)
const text = fc
  .tuple(fc.array(line, { maxLength: 40 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end)

const hunksOf = (diff: string) => {
  const parsed = parseDiff(diff)
  if (!parsed.ok) throw new Error(`${parsed.refusal.message}\n${diff}`)
  return parsed.value[0]?.hunks ?? []
}

/** The length of the shortest edit script, by the textbook table. */
function shortest(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0)
  row.push(0)
  for (const one of a) {
    const next = [0]
    for (const [index, other] of b.entries())
      next.push(one === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0))
    row = next
  }
  return a.length + b.length - 2 * (row[b.length] ?? 0)
}

describe('a diff', () => {
  test('applied to the old text gives the new one, and reversed gives the old one', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const hunks = hunksBetween(before, after)
        expect(applyHunks(before, hunks)).toEqual({ ok: true, value: after })
        expect(applyHunks(after, reversed(hunks))).toEqual({ ok: true, value: before })
      }),
      { numRuns: 2_000, seed: 11 },
    )
  })

  test('stays the same when written and parsed again', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = unifiedDiff('a.txt', { before, after })
        if (diff !== '') expect(hunksOf(diff)).toEqual(hunksBetween(before, after))
        else expect(before).toBe(after)
      }),
      { numRuns: 1_000, seed: 11 },
    )
  })

  test('is the shortest possible', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [a, b] = [splitLines(before), splitLines(after)]
        const length = diffLines(a, b).reduce((sum, { removed, added }) => sum + removed + added, 0)
        expect(length).toBe(shortest(a, b))
      }),
      { numRuns: 1_000, seed: 11 },
    )
  })

  test('of texts with nothing in common finishes, however long they are', () => {
    const before = Array.from({ length: 60_000 }, (_, index) => `old ${index}\n`).join('')
    const after = Array.from({ length: 60_000 }, (_, index) => `new ${index}\n`).join('')
    const hunks = hunksBetween(before, after)
    expect(sizeOf(hunks)).toEqual({ removed: 60_000, added: 60_000 })
    expect(applyHunks(before, hunks)).toEqual({ ok: true, value: after })
  })

  test('of lines that repeat in another order finishes, and leaves the rest alone', () => {
    const shuffled = (step: number) => Array.from({ length: 20_000 }, (_, index) => `${(index * step) % 50}\n`).join('')
    const [before, after] = [`first\n${shuffled(7_919)}last\n`, `first\n${shuffled(104_729)}last\n`]
    const hunks = hunksBetween(before, after)
    expect(hunks[0]?.lines[0]).toEqual({ kind: ' ', text: 'first\n' })
    expect(hunks.at(-1)?.lines.at(-1)).toEqual({ kind: ' ', text: 'last\n' })
    expect(applyHunks(before, hunks)).toEqual({ ok: true, value: after })
  })

  test('of a single ten-megabyte line finishes', () => {
    const long = 'x'.repeat(10_000_000)
    expect(sizeOf(hunksBetween(`${long}\n`, `${long}y\n`))).toEqual({ removed: 1, added: 1 })
  })

  test('of a long text with small changes contains only those', () => {
    const lines = Array.from({ length: 200_000 }, (_, index) => `line ${index}`)
    const changed = lines.map((one, index) => (index % 20_000 === 7 ? `${one}!` : one))
    expect(sizeOf(hunksBetween(lines.join('\n'), changed.join('\n')))).toEqual({ removed: 10, added: 10 })
  })

  test('can be applied by git', () => {
    const folder = folderOf()
    fc.assert(
      fc.property(text, text, fc.nat(), (before, after, number) => {
        fc.pre(before !== after && before !== '' && after !== '')
        const place = join(folder, String(number))
        mkdirSync(place, { recursive: true })
        writeFileSync(join(place, 'a.txt'), before)
        writeFileSync(join(place, 'diff'), unifiedDiff('a.txt', { before, after }))
        execFileSync('git', ['apply', '--whitespace=nowarn', 'diff'], { cwd: place, stdio: 'pipe' })
        expect(readFileSync(join(place, 'a.txt'), 'utf8')).toBe(after)
      }),
      { numRuns: 25, seed: 11 },
    )
  })
})

describe('a patch', () => {
  test('whose lines have moved is applied at their new place, if it is unique', () => {
    const hunks = hunksBetween('a\nb\nc\n', 'a\nB\nc\n')
    expect(applyHunks('new\nnew\na\nb\nc\n', hunks)).toEqual({ ok: true, value: 'new\nnew\na\nB\nc\n' })
    expect(applyHunks('x\na\nb\nc\na\nb\nc\n', hunks)).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('more than one place') },
    })
  })

  test('that does not fit is refused with the actual line', () => {
    const hunks = hunksBetween('a\nb\nc\n', 'a\nB\nc\n')
    expect(applyHunks('a\nX\nc\n', hunks)).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('expects "b\\n", the file has "X\\n"') },
    })
  })

  test.each([
    ['nothing at all', 'it names no file'],
    ['@@ -1 +1 @@\n-a\n+b\n', 'a hunk before any'],
    ['--- a/x\n+++ b/x\n', 'has no hunk'],
    ['--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n', 'fewer lines than its header says'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n', 'more lines than its header says'],
    ['--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', 'a rename cannot be applied'],
    ['diff --git a/x b/y\nrename from x\nrename to y\n', 'renames, copies and binary changes'],
    ['--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n', 'both sides are /dev/null'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n*a\n', 'must begin with'],
  ])('%j is refused: %s', (patch, why) => {
    expect(parseDiff(patch)).toMatchObject({ ok: false, refusal: { message: expect.stringContaining(why) } })
  })

  test('names its files with or without a/ and b/, followed by a time, or quoted', () => {
    const hunk = '@@ -1 +1 @@\n-a\n+b\n'
    const parsed = parseDiff(
      `--- a/one.txt\t2026-01-01 10:00\n+++ b/one.txt\t2026-01-01 10:01\n${hunk}--- two.txt\n+++ two.txt\n${hunk}--- "a/th\\"ree"\n+++ "b/th\\"ree"\n${hunk}`,
    )
    expect(parsed.ok && parsed.value.map(({ after }) => after)).toEqual(['one.txt', 'two.txt', 'th"ree'])
  })
})
