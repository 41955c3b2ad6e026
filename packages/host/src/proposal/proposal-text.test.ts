import type { BuildReview } from '@convene/reading'
import { describe, expect, test } from 'vitest'
import { withoutPaths } from '../export/without-paths.ts'
import { inertLine, inertPlain, inertText } from './inert.ts'
import { proposalText, proposalTitle } from './proposal-text.ts'

const NOTHING = '\u200b'

/** What GitHub and GitLab act on in a text. */
const ACTS =
  /@[a-z\d]|(?:^|[^\w&])[#!]\d|\bGH-\d|https?:\/\/|www\.\w|^\s*\/[a-z]|<[a-z!/]|&#?\w{1,30};(?<!&amp;)|!\[[^\]]*\]\(/imu

const hostile = [
  'Fixes #1 and closes acme/shop#12, resolves GH-9, !4',
  'cc @octocat and @acme/team, \\@octocat, &#64;octocat, @\u200boctocat',
  'Closes https://github.com/acme/shop/issues/1 www.evil.example',
  '/close\n/merge\n  /label ~bug\n> /approve\n- /assign @me',
  '<img src=x onerror=alert(1)> <!-- hidden --> <script>',
  '![x](https://evil.example/t.png) [x](javascript:alert(1))',
  'Fixes &#35;1 and &num;2 #\\1',
]

describe.each(hostile)('%j from an agent', (text) => {
  test('mentions nobody, closes nothing, gives no command and is no HTML', () => {
    for (const shown of [inertLine(text), inertText(text)])
      expect(shown.replaceAll('\\#', '#').replaceAll('\\<', '‹').replaceAll('\\!', '¡'), shown).not.toMatch(ACTS)
    expect(inertPlain(text)).not.toMatch(/@[a-z]|#\d|GH-\d|https?:\/\//iu)
  })
})

test('ordinary words stay as they are', () => {
  expect(inertText('It counts to three, and `npm test` passes (12 tests).')).toBe(
    'It counts to three, and `npm test` passes (12 tests).',
  )
})

const review = {
  session: '01J0000000000000000000ABCD',
  title: 'Add --json. Fixes #1 @octocat',
  checks: { word: '12 tests pass', tone: 'good' },
  proof: [{ word: '1 proven', tone: 'good' }],
  steps: [
    {
      ...{ id: 's1', owner: 'coder', description: 'Print JSON', reviewer: 'security' },
      word: { word: 'Accepted against its review', tone: 'warning' },
      isDoubted: true,
      checks: [{ check: 'npm test', word: 'proven', tone: 'good', facts: ['failed before'], output: '' }],
      remark: { message: 'm4', text: 'An empty list prints nothing. Fixes #2.', unseenClaims: [] },
    },
  ],
  comments: [
    { id: 'c1', author: 'security', path: 'src/a.ts', line: 3, severity: 'high', text: 'cc @boss', state: 'open' },
  ],
} as unknown as BuildReview

const places = { workspace: '/home/ada/shop', places: ['/home/ada', '/home/ada/.convene'] }
const safe = (text: string) => withoutPaths(text, places)
const result = 'It prints JSON, see /home/ada/shop/src/a.ts.'
const facts = { review, result, unseen: [], cost: '$0.04', safe }

test('the text has verdict, checks, dissent, cost and session, and no place of this machine', () => {
  const text = proposalText(facts)
  expect(text).toContain('It prints JSON, see src/a.ts.')
  expect(text).toContain('**12 tests pass · 1 proven**')
  expect(text).toContain('- s1 Print JSON (coder): Accepted against its review\n  - npm test: proven, failed before')
  expect(text).toContain('## Dissent\n\n- s1: Accepted against its review. security: An empty list prints nothing.')
  expect(text).toContain('- security on src/a.ts, line 3 (high): cc @')
  expect(text).toContain('Cost: $0.04. Session')
  expect(text.replaceAll('\\#', '#')).not.toMatch(ACTS)
  expect(text).not.toContain('/home/')
})

test('a step that its reviewer accepted is no dissent, and the state of the steps is said once', () => {
  const [step] = review.steps
  const word = { word: 'On Security’s word', tone: 'warning' as const }
  const steps = step ? [{ ...step, word, isDoubted: false }] : []
  const result = 'It prints JSON.\n\n## Steps\n- s1 accepted, Coder: Print JSON [m9]'
  const text = proposalText({ ...facts, result, review: { ...review, steps, comments: [] } })
  expect(text).not.toContain('## Dissent')
  expect(text.match(/Print JSON/gu)).toHaveLength(1)
})

test('what nobody saw of the result is said behind it', () => {
  const unseen = ['not seen: tests pass (no tests were run in /home/ada/shop)']
  expect(proposalText({ ...facts, unseen })).toContain(
    'Checked against the log:\n\n- not seen: tests pass (no tests were run in',
  )
  expect(proposalText({ ...facts, unseen })).not.toContain('/home/')
})

test('what is next to the workspace is no less a place of this machine than the workspace', () => {
  const at = { workspace: '/data/ada/shop', places: [] }
  expect(withoutPaths('see /data/ada/keys/a.txt, /data/ada/shop/b.ts', at)).toBe('see …/a.txt, b.ts')
})

test('a title does nothing either, and is never empty or long', () => {
  expect(proposalTitle(review.title, safe)).toBe(`Add --json. Fixes #${NOTHING}1 @${NOTHING}octocat`)
  expect(proposalTitle(' \u001b[2J ', safe)).toBe('Changes by a team of agents')
  expect(proposalTitle('x'.repeat(500), safe).length).toBeLessThanOrEqual(100)
})

test('a text of megabytes is cut', () => {
  expect(proposalText({ ...facts, result: 'word '.repeat(1_000_000) }).length).toBeLessThan(61_000)
})

test.each([
  ['at /home/ada/shop/src/a.ts:3', 'at src/a.ts:3'],
  ['in /home/ada/shop', 'in .'],
  ['in /var/folders/x/out.log', 'in …/out.log'],
  ['(C:\\Users\\Ada\\key.txt)', '(…/key.txt)'],
  ['file:///home/you/x.log, <file:///home/ada/shop/a.ts>', '…/x.log, <a.ts>'],
  ['a,/home/you/x.log;/tmp/y|/var/z>/opt/k', 'a,…/x.log;…/y|…/z>…/k'],
  ['C:/Users/Ada/key.txt', '…/key.txt'],
  ['https://example.com/home/page and src/home/a.ts', 'https://example.com/home/page and src/home/a.ts'],
  ['see "/Users/you/private/notes.md"', 'see "…/notes.md"'],
  ['GET /api/users/7 and a/home/b', 'GET /api/users/7 and a/home/b'],
  ['/home/ada/shopping/list.md', '…/shopping/list.md'],
  ['/private/tmp/build.log', '…/build.log'],
  ['D:\\shop\\key.txt and \\\\nas\\ada\\key.txt', '…/key.txt and …/key.txt'],
  ['a pattern such as n:\\n or \\\\d+\\w', 'a pattern such as n:\\n or \\\\d+\\w'],
])('%j has no place of a machine: %j', (text, shown) => expect(safe(text)).toBe(shown))
