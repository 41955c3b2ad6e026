import { readFileSync } from 'node:fs'
import { type Event, fact, fromWire, type SessionId } from '@convene/domain'
import { expect, test } from 'vitest'
import { writeExport } from './write-export.ts'

const log = (name: string): readonly Event[] =>
  readFileSync(new URL(`../../../../tests/golden-logs/logs/0.1.0/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => fromWire(JSON.parse(line)))

const panel = log('panel-decide')
const last = panel.at(-1) as Event
const after = (...facts: readonly object[]): readonly Event[] => [
  ...panel,
  ...facts.map((one, nth) => ({ ...last, ...one, seq: last.seq + 1 + nth }) as Event),
]
const text = '--- /dev/null\n+++ b/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two\n'
const change = fact('artifact', { id: 'a1', kind: 'diff', title: 'a.ts', path: 'a.ts', text }, { agent: 'ada' })
const commit = 'a'.repeat(40)
const kept = fact('build.committed', { commit, branch: 'main', files: ['a.ts'], message: 'Add a' })
const exported = (format: 'agent-trace' | 'in-toto', events: readonly Event[]) =>
  writeExport({ session: last.session as SessionId, format, events }).text

test('an Agent Trace record names the lines, their model, the session and the commit', () => {
  const record = JSON.parse(exported('agent-trace', after(change, kept)))
  expect(record).toMatchObject({
    version: '0.1.0',
    vcs: { type: 'git', revision: commit },
    tool: { name: 'convene' },
    files: [
      {
        path: 'a.ts',
        conversations: [
          {
            url: `convene:${last.session}`,
            contributor: { type: 'ai', model_id: 'alpha/one' },
            ranges: [{ start_line: 1, end_line: 2 }],
          },
        ],
      },
    ],
  })
  expect(record.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/u)
  expect(exported('agent-trace', after(change, kept))).toContain(record.id)
})

test('an in-toto statement is about the commits, with models and results', () => {
  const statement = JSON.parse(exported('in-toto', after(change, kept)))
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'commit', digest: { gitCommit: commit } }],
    predicateType: 'urn:convene:session:1',
    predicate: { session: last.session, models: { ada: 'alpha/one' } },
  })
  expect(statement.predicate.results.at(-1)).toMatchObject({ result: 'completed' })
})

test('a session without a commit is named by the head of its chain', () => {
  const head = { seq: 3, link: 'b'.repeat(64) }
  const chained = panel.map((event) =>
    event.type === 'run.finished' ? { ...event, data: { ...event.data, head } } : event,
  )
  expect(JSON.parse(exported('in-toto', chained)).subject).toEqual([
    { name: `session ${last.session}`, digest: { sha256: head.link } },
  ])
})

test('a session without changes, commits and links has nothing to export', () => {
  expect(exported('agent-trace', panel)).toBe('')
  const open = panel.filter(({ type }) => type !== 'run.finished')
  expect(exported('in-toto', open)).toBe('')
})
