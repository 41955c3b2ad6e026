import type { BuildReview } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { type Browsing, beginning, pressInReview } from '../../apps/cli/src/build/browsing.ts'
import { diffLayout } from '../../apps/cli/src/build/diff-layout.ts'
import { diffWidth, reviewFrame } from '../../apps/cli/src/build/frame.ts'
import { printedReview } from '../../apps/cli/src/build/printed-review.ts'
import { noStyle } from '../../apps/cli/src/terminal/style.ts'
import { widthOf } from '../../apps/cli/src/terminal/width.ts'
import { commentOn, reviewOfPatch } from '../../apps/web/src/session/review/review.fixture.ts'

const sizes = [120, 80, 60].map((columns) => ({ columns, rows: 30, style: noStyle }))

const layoutOf = (review: BuildReview, screen: (typeof sizes)[number]) =>
  diffLayout(review, { width: diffWidth(screen), style: noStyle })

const draw = (browsing: Browsing, screen: (typeof sizes)[number], layout = layoutOf(browsing.review, screen)) =>
  reviewFrame(browsing, layout, screen, null)

const steps: BuildReview['steps'] = Array.from({ length: 12 }, (_, index) => ({
  id: `s${index + 1}`,
  owner: 'coder',
  description: 'Print JSON with `--json`, and say so in the README',
  word: { word: 'Proven', tone: 'good' },
  checks: [
    { check: 'npm test -- list', word: 'proven', tone: 'good', facts: ['failed before', '12 tests pass'], output: '' },
  ],
  reviewer: 'security',
  isDoubted: false,
  remark: { message: 'm4', text: 'It reads well.', unseenClaims: [] },
}))

const header = (name: string) =>
  `diff --git "a/${name}" "b/${name}"\nnew file mode 100644\n--- /dev/null\n+++ "b/${name}"\n`
const added = (name: string, ...lines: readonly string[]) =>
  `${header(name)}@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`

const escapes = '\u001b[31mred \u001b]0;title\u0007 \u009b2J \u202ereversed'
const hostile = [
  added('ev\u202eil\\033[2J.txt', escapes, `wide 日本語 ${'幅'.repeat(200)}`, 'x'.repeat(1_000_000)),
  'diff --git a/p.png b/p.png\nnew file mode 100644\nBinary files /dev/null and b/p.png differ\n',
  'diff --git a/run b/run\nold mode 100644\nnew mode 100755\n',
].join('')

/** Everything that scrolling shows. */
function* frames(review: BuildReview, screen: (typeof sizes)[number], keys: readonly string[]) {
  let browsing = beginning(review)
  const layout = layoutOf(review, screen)
  for (const key of ['k', ...keys]) {
    browsing = pressInReview(browsing, key, 20).browsing
    yield draw(browsing, screen, layout).rows
  }
}

describe.each(sizes)('a review at $columns columns', (screen) => {
  test('fits: no row is too wide, and no frame too high', () => {
    const comments = [commentOn('p.png', 1), commentOn('gone.ts', 3, { text: escapes })]
    const review = reviewOfPatch('S', hostile, { steps, comments, title: escapes.repeat(20) })
    for (const rows of frames(review, screen, ['j', ' ', ' ', 'j', 'c', '\u001b', 'X', 'n', 'b'])) {
      for (const row of rows) expect(widthOf(row)).toBeLessThan(screen.columns)
      expect(rows.length).toBeLessThan(screen.rows)
    }
  })

  test('shows escape sequences and reversed text as their codes, and never sends them to the terminal', () => {
    const review = reviewOfPatch('S', hostile, { steps })
    const shown = [...frames(review, screen, [' ', ' '])].flat().join('\n')
    expect(shown).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
    expect(shown).toContain('ev\\u{202e}il\\u{1b}[2J.txt')
    expect(shown).toContain('\\u{1b}[31mred')
  })

  test('says what it does not show of a long line, and that a file is binary or executable now', () => {
    const review = reviewOfPatch('S', hostile)
    const shown = [...frames(review, screen, [' ', ' ', 'j', 'j'])].flat().join('\n')
    expect(shown.replaceAll(/\s|▌|↳/gu, '')).toContain('(999400morecharacters)')
    expect(shown).toContain('p.png · new, binary')
    expect(shown).toContain('run · now executable')
  })

  test('shows the end of 5,000 lines, and not more than a screen of them', () => {
    const review = reviewOfPatch('S', added('big.txt', ...Array.from({ length: 5_000 }, (_, index) => `row ${index}`)))
    const last = [...frames(review, screen, Array<string>(300).fill(' '))].at(-1) ?? []
    expect(last.join('\n')).toContain('row 4999')
    expect(last.length).toBeLessThan(screen.rows)
  })
})

test('scrolling beyond the end and back moves at once', () => {
  const review = reviewOfPatch('S', added('big.txt', ...Array.from({ length: 100 }, (_, index) => `row ${index}`)))
  const [screen] = sizes as [(typeof sizes)[number]]
  let browsing = beginning(review)
  for (const key of [...Array<string>(50).fill(' '), '\u001b[A']) {
    browsing = pressInReview(browsing, key, 20).browsing
    browsing = { ...browsing, scrolled: draw(browsing, screen).scrolled }
  }
  expect(draw(browsing, screen).rows.join('\n')).not.toContain('row 99')
})

test('the printed review has every line, whole, with the numbers that commands take', () => {
  const review = reviewOfPatch('S', hostile, { steps, comments: [commentOn('gone.ts', 3)] })
  const text = printedReview(review, { width: 10_000_000, style: noStyle }).join('\n')
  expect(text).toContain(`+${'x'.repeat(1_000_000)}`)
  expect(text).toContain('#2 · binary content is not shown')
  expect(text).toContain('npm test -- list · proven · failed before · 12 tests pass')
  expect(text).toContain('c3 security on gone.ts:3')
  expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
})

test('a build without changes says so', () => {
  const [screen] = sizes as [(typeof sizes)[number]]
  expect(draw(beginning(reviewOfPatch('S', '')), screen).rows.join('\n')).toContain('No files were changed')
})
