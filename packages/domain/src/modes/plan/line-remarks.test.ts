import { expect, test } from 'vitest'
import { acceptBuild } from '../../build/accept-build.ts'
import { type BuildComment, noBuild } from '../../state/build.ts'
import type { Session } from '../../state/session.ts'
import { cutPatch } from './cut-patch.ts'
import { lineRemarks, remarksIn } from './line-remarks.ts'

const place = { agent: 'reviewer', step: 's1' }

/** A build with this many comments of a reviewer. */
function reviewed(count: number): Session {
  const said = { path: 'a.ts', side: 'new', line: 1, text: 'hm', severity: 'low', author: 'reviewer', at: 0 } as const
  const comments = Array.from(
    { length: count },
    (_, at): BuildComment => ({ ...said, id: `c${at + 1}`, state: 'open' }),
  )
  return { build: { ...noBuild, comments } } as unknown as Session
}

test('reviewers that never stop commenting fill neither the log nor the room for your comments', () => {
  const remark = (text: string) => ({ said: { path: 'a.ts', line: 1, severity: 'low' as const, text }, place })
  expect(lineRemarks(reviewed(498), ['1?', '2?', '3?'].map(remark), '')).toHaveLength(2)
  expect(lineRemarks(reviewed(500), [remark('1?')], '')).toEqual([])
  expect(lineRemarks(reviewed(0), [remark('1?'), remark('1?')], '')).toHaveLength(1)
  const own = { path: 'a.ts', side: 'new', line: 1, text: 'And this?', severity: 'low' } as const
  expect(acceptBuild(reviewed(5_000), { record: 'comment', ...own }).ok).toBe(true)
})

test.each([
  '/etc/passwd',
  '../../secret.ts',
  '~/.ssh/id_rsa',
  'src/../../a.ts',
  'C:/a.ts',
  'file:///a.ts',
  '//host/a.ts',
])('a comment on a line of %s is only a part of the review', (path) =>
  expect(remarksIn(reviewed(0), `${path}:1: high: read this`, place, '')).toEqual([]),
)

test('a line at the place where a long patch was cut is not known', () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `+line ${at + 1}`)
  const patch = cutPatch(`--- a/a.ts\n+++ b/a.ts\n@@ -0,0 +1,2000 @@\n${lines.join('\n')}\n`)
  const shown = patch.split('\n').filter((line) => line.startsWith('+line')).length
  const quoteOf = (line: number) => {
    const [fact] = remarksIn(reviewed(0), `a.ts:${line}: high: hm`, place, patch)
    return fact?.type === 'line.commented' ? fact.data.around?.quote : undefined
  }
  expect([quoteOf(shown - 1), quoteOf(shown), quoteOf(shown + 1)]).toEqual([`line ${shown - 1}`, undefined, undefined])
})
