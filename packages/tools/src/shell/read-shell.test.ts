import { judgeAll, type Rules } from '@convene/domain'
import { describe, expect, test } from 'vitest'
import { hidingCases } from './hiding.fixture.ts'
import { maxExactLength, readShell } from './read-shell.ts'
import { type Case, runningCases } from './running.fixture.ts'

/** Everything is allowed except what is listed, so a floor shows as ask and a miss shows as allow. */
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
])('%j is an ordinary line that rules alone decide', async (line) => {
  expect(await verdict(line)).toBe('allow')
})

describe('a very long or very deep line', () => {
  test.each<readonly [string, string, string]>([
    ['a denied command at the end', `${'ls; '.repeat(2_000)}rm x`, 'deny'],
    ['a denied command at the bottom', `${'( '.repeat(100)}rm x${' )'.repeat(100)}`, 'deny'],
    ['endless subshells', `${'( '.repeat(2_000)}ls${' )'.repeat(2_000)}`, 'deny'],
    ['endless wrappers', `${'env '.repeat(3_000)}ls`, 'deny'],
    ['wrappers with unknown options', `${'sudo --x '.repeat(500)}rm x`, 'deny'],
    ['endless substitutions', '$('.repeat(3_000), 'deny'],
    ['endless quoted substitutions', '"$('.repeat(3_000), 'deny'],
    ['endless expansions', '${x:-'.repeat(3_000), 'deny'],
    ['endless arithmetic', '$(('.repeat(3_000), 'deny'],
    ['backticks', '`'.repeat(3_001), 'ask'],
    ['braces', '{'.repeat(3_000), 'ask'],
    ['here-documents', `${'cat <<E\n'.repeat(1_500)}`, 'deny'],
    [
      'scripts in scripts',
      Array.from({ length: 7 }).reduce<string>((line) => `bash -c '${line.replaceAll("'", "'\\''")}'`, 'rm x'),
      'deny',
    ],
  ])('%s: never allowed, and read quickly', async (_title, line, expected) => {
    expect(await verdict(line)).toBe(expected)
  })
})

describe('a line too long to analyse', () => {
  const long = (line: string) => `${line}\ncat <<'END'\n${'x'.repeat(20_000)}\nEND`

  test('asks, even if everything is allowed', async () => {
    expect(await verdict(long('ls'))).toBe('ask')
    const { resources } = await readShell(long('ls'))
    expect(resources).toMatchObject([{ note: expect.stringContaining('it was not analysed') }])
  })

  test('is denied if it contains a denied command in plain text', async () => {
    expect(await verdict(long('ls; rm x'))).toBe('deny')
    expect(await verdict(long('ls\n  git push origin'))).toBe('deny')
  })
})

describe('a line of maximum length, built to be slow,', () => {
  const filled = (start: string, part: string, end = '') =>
    start + part.repeat(Math.floor((maxExactLength - start.length - end.length) / part.length)) + end
  // Each of these took between 1 and 90 seconds as a 60 KB line.
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
  )('starting with %j is judged quickly', async (_, line) => {
    expect(['allow', 'ask', 'deny']).toContain(await verdict(line))
  })

  test('takes one entry in the log, however often it repeats itself', async () => {
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
  ])(
    '%j: %s, because a deny rule matches the base name and an allow rule only the bare name',
    async (line, expected) => {
      expect(await verdict(line, named)).toBe(expected)
    },
  )

  test('a pattern of exact words does not match a program with a blank in its name', async () => {
    expect(await verdict('"npm test"', { bash: { 'npm test': 'allow' } })).toBe('ask')
    expect(await verdict('npm test', { bash: { 'npm test': 'allow' } })).toBe('allow')
  })
})

describe('what is touched', () => {
  test('is quoted, so a word with a blank cannot pass for two', async () => {
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

  test('includes a redirection’s file, in every folder the line may be in', async () => {
    const { resources } = await readShell('cd sub && ls > out', { folder: '/srv/project', home: '/home/ada' })
    const edits = resources.filter(({ permission }) => permission === 'edit')
    expect(edits.map(({ target }) => target)).toEqual(['/srv/project/out', '/srv/project/sub/out'])
  })

  test('shows hidden characters', async () => {
    const [first] = await targets('ls a\u202eb')
    expect(first).toBe('ls a\\u{202e}b')
  })
})
