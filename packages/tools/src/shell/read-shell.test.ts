import { judgeAll, type Rules } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { hidingCases } from './hiding.fixture.ts'
import { maxExactLength, readShell } from './read-shell.ts'
import { type Case, runningCases } from './running.fixture.ts'

/** Everything is allowed but what is named: so a floor shows as ask, and a miss shows as allow. */
const rules: Rules = {
  bash: { '*': 'allow', 'rm *': 'deny', 'git push *': 'deny', 'npm publish': 'deny', 'curl *': 'ask' },
  edit: 'allow',
  read: 'allow',
}

async function verdict(line: string, given: Rules = rules): Promise<string> {
  const { resources } = await readShell(line, { folder: '/srv/project', home: '/home/ada' })
  return judgeAll(resources, [{ layer: 'user', rules: given }]).action
}

const targets = async (line: string): Promise<readonly string[]> =>
  (await readShell(line, { folder: '/srv/project', home: '/home/ada' })).resources
    .filter(({ permission }) => permission === 'bash')
    .map(({ target }) => target)

describe.each(Object.entries({ ...runningCases, ...hidingCases }))('%s', (_rule, lines) => {
  test.each(lines)('%j: %s', async (line, expected) => {
    expect(await verdict(line)).toBe(expected)
  })
})

test.each([
  'npm run build && npm test -- --watch=false',
  'git add -A && git commit -m "fix: x (#12)"',
  'ls -la | grep foo | head -5',
  'grep -rn "foo bar" src --include=*.ts',
  'cd packages/a && npm test',
  'npx tsc --noEmit -p .',
  'npx vitest run --reporter=dot 2>&1 | tail -30',
  'git log --format="%h %s" -5 -- src/a.ts',
  'find . -name "*.ts" -not -path "./node_modules/*"',
  'mkdir -p a/{b,c}/d',
  'test -f x && echo yes || echo no',
  'cargo test --quiet 2>&1 | grep -E "test result|FAILED"',
  'awk "{print \\$1}" f',
  "grep -E 'a{2,3}' f",
  'true && { ls; pwd; }',
  'if [ -d x ]; then ls x; fi',
  'python3 -m pytest -q',
  'tar xzf a.tgz',
])('%j is an ordinary line, and rules alone decide on it', async (line) => {
  expect(await verdict(line)).toBe('allow')
})

describe('a line that is very long or very deep', () => {
  test.each<readonly [string, string, string]>([
    ['a denied command at the end', `${'ls; '.repeat(2_000)}rm x`, 'deny'],
    ['a denied command at the bottom', `${'( '.repeat(100)}rm x${' )'.repeat(100)}`, 'deny'],
    ['subshells without end', `${'( '.repeat(2_000)}ls${' )'.repeat(2_000)}`, 'deny'],
    ['wrappers without end', `${'env '.repeat(3_000)}ls`, 'deny'],
    ['wrappers with options nobody knows', `${'sudo --x '.repeat(500)}rm x`, 'deny'],
    ['substitutions without end', '$('.repeat(3_000), 'deny'],
    ['quoted substitutions without end', '"$('.repeat(3_000), 'deny'],
    ['expansions without end', '${x:-'.repeat(3_000), 'deny'],
    ['arithmetic without end', '$(('.repeat(3_000), 'deny'],
    ['backticks', '`'.repeat(3_001), 'ask'],
    ['braces', '{'.repeat(3_000), 'ask'],
    ['here-documents', `${'cat <<E\n'.repeat(1_500)}`, 'deny'],
    [
      'scripts in scripts',
      Array.from({ length: 7 }).reduce<string>((line) => `bash -c '${line.replaceAll("'", "'\\''")}'`, 'rm x'),
      'deny',
    ],
  ])('%s: it stays denied, and it is read quickly', async (_title, line, expected) => {
    expect(await verdict(line)).toBe(expected)
  })
})

describe('a line that is longer than what is read exactly', () => {
  const long = (line: string) => `${line}\ncat <<'END'\n${'x'.repeat(20_000)}\nEND`

  test('is asked about unread, though everything is allowed', async () => {
    expect(await verdict(long('ls'))).toBe('ask')
    const { resources } = await readShell(long('ls'))
    expect(resources).toMatchObject([{ note: expect.stringContaining('it was not analysed') }])
  })

  test('stays denied if it contains a denied command in plain words', async () => {
    expect(await verdict(long('ls; rm x'))).toBe('deny')
    expect(await verdict(long('ls\n  git push origin'))).toBe('deny')
  })
})

describe('a line as long as may be read, made to be slow', () => {
  const filled = (start: string, part: string, end = '') =>
    start + part.repeat(Math.floor((maxExactLength - start.length - end.length) / part.length)) + end
  // Each of these took between one second and a minute and a half as a line of 60 KB.
  test.each(
    [
      filled('', '[[ '),
      filled('', 'A=1 ', 'ls'),
      filled('echo ', '{'),
      filled('echo ', '{,'),
      filled('echo ', '{a,b', '}'),
      filled('', 'x', '{1..5000}'),
      filled('cat < ', 'a/'),
      filled('cd a; '.repeat(60), 'ls > x; '),
      filled('git ', '--conf x ', 'log'),
      filled('parallel ', 'a '),
      filled('xargs ', '-a '),
      filled('', '. '),
      filled('find . ', '-exec a '),
      filled('', 'sudo --x ', 'ls'),
      Array.from({ length: 1_000 }, (_, at) => `f${at}(){ f${(at + 1) % 1_000}; }`)
        .join(';')
        .slice(0, maxExactLength),
    ].map((line) => [line.slice(0, 24), line] as const),
  )('%j… is judged before anybody loses patience', async (_, line) => {
    expect(['allow', 'ask', 'deny']).toContain(await verdict(line))
  })

  test('is one line of the log, however often it says the same', async () => {
    const { resources } = await readShell('ls; '.repeat(3_000))
    expect(resources).toHaveLength(1)
  })
})

describe('R10', () => {
  const named: Rules = { bash: { 'ls *': 'allow', 'rm *': 'deny' } }

  test.each<Case>([
    ['ls x', 'allow'],
    ['/bin/ls x', 'ask'],
    ['./ls x', 'ask'],
    ['/bin/rm x', 'deny'],
    ['../rm x', 'deny'],
    ['sudo /usr/bin/rm x', 'deny'],
    ['"/bin/"rm x', 'deny'],
  ])('%j: %s, for a denial sees the base name and an allowance only the bare name', async (line, expected) => {
    expect(await verdict(line, named)).toBe(expected)
  })

  test('a pattern of exact words does not cover a program whose name has a blank in it', async () => {
    expect(await verdict('"npm test"', { bash: { 'npm test': 'allow' } })).toBe('ask')
    expect(await verdict('npm test', { bash: { 'npm test': 'allow' } })).toBe('allow')
  })
})

describe('what is touched', () => {
  test('is spelled so that a word with a blank cannot pass for two', async () => {
    expect(await targets('git commit -m \'two words\' ""')).toEqual(["git commit -m 'two words' ''"])
  })

  test('includes the wrapper and what it runs', async () => {
    expect(await targets('sudo -u root git push | xargs -n 1 ls')).toEqual([
      'sudo -u root git push',
      'git push',
      'xargs -n 1 ls',
      'ls',
    ])
  })

  test('includes the file of a redirection, in every folder the line may be in', async () => {
    const { resources } = await readShell('cd sub && ls > out', { folder: '/srv/project', home: '/home/ada' })
    const edits = resources.filter(({ permission }) => permission === 'edit')
    expect(edits.map(({ target }) => target)).toEqual(['/srv/project/out', '/srv/project/sub/out'])
  })

  test('shows hidden characters', async () => {
    const [first] = await targets('ls a\u202eb')
    expect(first).toBe('ls a\\u{202e}b')
  })
})
