import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineComment, lineCommentsIn } from './line-comments.ts'

const said = { path: 'src/a.ts', line: 12, severity: 'high', text: 'it is never closed' }

describe('a comment on a line is read', () => {
  test.each([
    'src/a.ts:12: high: it is never closed',
    '- `src/a.ts:12`: HIGH: it is never closed',
    '* **src/a.ts:12** — high — it is never closed',
    '1. [high] src/a.ts:12: it is never closed',
    '**High:** `src/a.ts` line 12: it is never closed',
    'src/a.ts (line 12): high: it is never closed',
    'src/a.ts:12-15 (high): it is never closed',
    'src/a.ts#L12: major: it is never closed',
    'COMMENT: src/a.ts:12: high: it is never closed',
    '> - src/a.ts:12: **high**: it is never closed',
    './src/a.ts:12: high: it is never closed',
    '- `./src/a.ts:12`: high: it is never closed',
    'COMMENT:src/a.ts:12: high: it is never closed',
  ])('in %s', (line) => expect(lineComment(line)).toEqual(said))

  test.each(['.github/ci.yml', '.env', '.config/.a/b.json'])('with the dot that %s begins with', (path) =>
    expect(lineComment(`- **${path}:3**: high: it is never closed`)).toMatchObject({ path, line: 3 }),
  )

  test('as medium if its author does not say how bad it is', () => {
    expect(lineComment('src/a.ts:12: it is never closed')).toEqual({ ...said, severity: 'medium' })
    expect(lineComment('src/a.ts:12: High numbers overflow')).toMatchObject({
      severity: 'medium',
      text: 'High numbers overflow',
    })
  })
})

describe('nothing is read', () => {
  test.each([
    'It was finished at 10:30: late.',
    'Step s2:1 is wrong',
    'src/a.ts:12',
    'src/a.ts:0: high: no such line',
    '../secret.txt:1: high: outside',
    '~/.ssh/id_rsa:1: high: outside',
    '/.config/a.ts:1: high: outside',
    'C:/a.ts:1: high: outside',
    'file:///a.ts:1: high: outside',
    'See https://example.com:80: it is down',
    'The function in src/a.ts is too long.',
    '<path>:<line>: <severity>: <what is wrong>',
    'ACCEPT',
  ])('in %s', (line) => expect(lineComment(line)).toBeUndefined())

  test('in quoted lines, if there are others', () => {
    expect(lineCommentsIn('> src/a.ts:12: high: quoted\n\nREOPEN: see above')).toEqual([])
  })
})

test('any text is read in time, and its comments have a line and a text', () => {
  const part = fc.constantFrom('src/', 'a.ts', ':', '12', ' ', '**', '`', '(', ')', 'high', '–', '\n', '/', '.')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 400 }), (parts) => {
      for (const { line, text, path } of lineCommentsIn(parts.join('')))
        expect([line > 0, text !== '', path.includes('..')]).toEqual([true, true, false])
    }),
  )
})
