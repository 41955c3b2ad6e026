import type { SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import type { DatabaseReport } from '../postgres/verify/verify-database.ts'
import { checksOf } from './check-database.ts'

type Content = NonNullable<DatabaseReport['content']>

const content: Content = {
  ...{ missing: [], invalid: [], unsecured: [], bypasses: false },
  ...{ sessions: 2, events: 7, bad: [], images: 1, missingImages: 0, heads: 'a1b2' },
  ...{ hasQueue: true, servers: 1, deleted: 1, changedFiles: 0, unseenFiles: 0 },
}

const report = (changed: Partial<Content> = {}, more: Partial<DatabaseReport> = {}): DatabaseReport => ({
  ...{ place: 'convene at db:5432', server: '17.2', bytes: 9_000_000, format: 5, needs: 5 },
  content: { ...content, ...changed },
  ...more,
})

/** The worst state, and all messages. */
function said(given: DatabaseReport) {
  const checks = checksOf(given)
  const worst = (['bad', 'note'] as const).find((state) => checks.some((check) => check.state === state)) ?? 'good'
  return [worst, checks.map(({ what, found, fix = '' }) => `${what} ${found} ${fix}`).join('\n')]
}

test('an intact database is good, and its contents are counted', () => {
  const [worst, text] = said(report())
  expect(worst).toBe('good')
  expect(text).toContain('2 sessions with 7 events, 1 deleted session, all readable')
  expect(text).toContain('1 server running')
})

const unknown = { content: undefined } as unknown as Partial<DatabaseReport>

test.each<[string, DatabaseReport, 'bad' | 'note', string]>([
  ['an empty database', report({}, { format: undefined, ...unknown }), 'bad', 'Restore the backup'],
  ['an older format', report({}, { format: 4, ...unknown }), 'bad', '--migrate'],
  ['a newer format', report({}, { format: 6, ...unknown }), 'bad', 'Update Convene'],
  ['a missing index', report({ missing: ['words_words'] }), 'bad', 'missing: words_words'],
  ['a missing queue', report({ hasQueue: false }), 'bad', 'convene_work'],
  ['an unfinished index', report({ invalid: ['names_words'] }), 'note', 'REINDEX INDEX names_words'],
  ['a table without security', report({ unsecured: ['trash'] }), 'bad', 'ALTER TABLE trash'],
  ['a superuser', report({ bypasses: true }), 'note', 'ordinary user'],
  [
    'a damaged session',
    report({ bad: [{ id: '01JSAMPLE00000000000000001' as SessionId, why: 'has 0 of 4 events' }] }),
    'bad',
    'has 0 of 4 events',
  ],
  ['a missing image', report({ missingImages: 1 }), 'note', '1 of 1 image missing'],
  ['a bucket that is not set', report({ unseenFiles: 3 }), 'bad', 'CONVENE_S3_URL'],
])('%s is reported with what to do', (_, given, state, words) => {
  expect(said(given)).toEqual([state, expect.stringContaining(words)])
})

test('of many damaged sessions the first ten are named, and the rest counted', () => {
  const bad = Array.from({ length: 25 }, (_, number) => ({ id: `S${number}` as SessionId, why: 'x' }))
  expect(said(report({ bad }))).toEqual(['bad', expect.stringContaining('and 15 more')])
})
