import { readCheck, type SessionId } from '@convene/domain'
import { folderOf, repositoryWith } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { checkRunner } from './check-runner.ts'

const session = '01J00000000000000000000000' as SessionId

async function seen(line: string) {
  const workspace = repositoryWith({ 'src/sum.js': 'export const sum = 1\n' })
  const checks = checkRunner({ home: folderOf(), environment: process.env, allowHosts: async () => [] })
  const read = readCheck(line)
  if (!read.ok) return { outcome: 'not_run', reason: read.refusal.message }
  const request = { session, workspace, check: value(read), moment: 'after', since: '1-x' } as const
  return checks.run(request, new AbortController().signal)
}

describe('a line that passes whatever its programs do is no check:', () => {
  test.each([
    'npm test || ls',
    'npm test || cd .',
    'if npm test; then echo ok; else echo bad; fi',
    ': npm test',
    'npm test || /usr/bin/true',
    'npm test || date',
    'npm test || test 1',
    'npm test || [ 1 ]',
    'set +e; npm test; ls',
    'npm test || exit 0 # x',
    'npm test || exit $((1-1))',
    'npm test | cat || :',
    'false || true && true',
    '(npm test || true) | cat',
    "bash -c $'npm test || true'",
    'test $(npm test; echo 0) || true',
    'echo $(npm test)',
    'npm --version',
    'x=$(npm test)||x=1',
    'env true',
    'case 1 in *) ;; esac',
    'for i in $(npm test); do :; done',
    'timeout 5 npm test || :',
    'npm test || f=1',
    'npm test || ls -la',
    'npm test || echo "12 passed" expect: output /12 passed/',
  ])('%s', async (line) => {
    expect(await seen(line)).toMatchObject({ outcome: 'not_run', reason: expect.stringContaining('checks nothing') })
  })
})

describe('a line that can fail is a check:', () => {
  test.each([
    'node -e ""',
    '! grep -q TODO src/sum.js',
    'grep -q nothing src/sum.js || grep -q sum src/sum.js',
    'test -z "$(git status --porcelain)"',
    '[ -f src/sum.js ]',
    'test ! -e bad',
    '[[ ! -e bad ]]',
    'cd src && node -e ""',
    'bash -c "grep -q sum src/sum.js"',
    'if grep -q sum src/sum.js; then exit 0; else exit 1; fi',
    'ls src | grep -q sum',
    'ls src/sum.js',
    'for f in src/sum.js; do grep -q sum $f || exit 1; done',
    'out=$(cat src/sum.js); echo "$out" | grep -q sum',
    'test "$(wc -l < src/sum.js)" -eq 1',
    'CI=1 grep -q sum src/sum.js',
    'node -e "process.exit(3)" expect: exit 3',
    'ls src expect: output /sum/',
  ])('%s', async (line) => {
    const { reason = '' } = await seen(line)
    expect(reason).not.toContain('checks nothing')
  })
})
