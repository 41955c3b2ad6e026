import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildReview } from '@convene/reading'
import { on, startModelServer } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { newPlace, settingsFor } from '../e2e/launch.ts'
import { calling, fixesSum, plantBug } from '../e2e/workspace.ts'

const plan = 's1. coder: Repair sum. Fixes #1, cc @octocat\n   acceptance: sum adds.\n   check: node check.mjs\n'
const boast = { text: 'sum adds now. I ran the tests: 12 passed.' }
const url = 'https://github.com/acme/shop/pull/7'

/** Lists what was created before, and keeps the text of what it creates. */
const gh = `#!/bin/sh
here=$(dirname "$0")
echo "$2" >> "$here/asked"
case "$2" in
list) if [ -f "$here/body" ]; then echo '[{"url":"${url}","headRefName":"'"$6"'"}]'; else echo '[]'; fi ;;
create) cat > "$here/body"; echo "${url}" ;;
esac
`

/** Hands a push over to the bare remote, whatever machine is asked for. The last word is the command. */
const sshTo = (remote: string): string => `#!/bin/sh
for last; do :; done
case "$last" in
git-receive-pack*) exec git-receive-pack "${remote}" ;;
git-upload-pack*) exec git-upload-pack "${remote}" ;;
esac
exit 1
`

/** A repository with a failing check, its bare remote under the name of a forge, a scripted team, and a \`gh\`. */
async function stage() {
  const server = await startModelServer()
  const place = newPlace()
  onTestFinished(async () => {
    await server.close()
    place.remove()
  })
  place.settings({ ...(settingsFor(server) as object), permissions: { edit: 'allow' } })
  plantBug(place)
  const [remote, programs] = [join(place.home, 'remote.git'), join(place.home, 'programs')]
  const git = (...words: readonly string[]) =>
    execFileSync('git', [...words], {
      cwd: place.workspace,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  git('init', '--quiet', '--bare', remote)
  git('remote', 'add', 'origin', 'git@github.com:acme/shop.git')
  mkdirSync(programs)
  for (const [name, text] of Object.entries({ gh, ssh: sshTo(remote) })) {
    writeFileSync(join(programs, name), text)
    chmodSync(join(programs, name), 0o755)
  }
  server.script([
    on({ heading: 'Plan' }, { text: plan }),
    on({ heading: 'Review plan' }, { text: 'APPROVE' }),
    on({ agent: 'Coder', heading: 'Task' }, boast, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), boast),
    on({ heading: 'Task' }, boast),
    on({ heading: 'Review' }, { text: 'It adds. Closes #2 @octocat\n\nACCEPT' }),
    on(
      { heading: 'Synthesize' },
      { text: `sum is right, see ${place.workspace}/sum.mjs. Fixes #3, cc @octocat. Lint is clean.` },
    ),
  ])
  const environment = { PATH: `${programs}:${process.env.PATH ?? ''}` }
  const convene = (...words: readonly string[]) => place.launch(words, { environment }).ended
  const review = async () => JSON.parse((await convene('review', 'last', '--json')).stdout) as BuildReview
  const asked = () => readFileSync(join(programs, 'asked'), 'utf8').trim().split('\n')
  return { ...place, git, remote, convene, review, asked, body: () => readFileSync(join(programs, 'body'), 'utf8') }
}

test('a build by a coder who lies first is proven, kept, pushed and proposed from the terminal', async () => {
  const { convene, review, workspace, git, remote, asked, body } = await stage()
  const sum = () => readFileSync(join(workspace, 'sum.mjs'), 'utf8')
  expect((await convene('run', 'Fix sum.', '--team', 'feature-crew')).code).toBe(4)
  const ended = await convene('approve', 'last')
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stderr).toContain('review the change  convene review')
  expect(sum()).toContain('a - b')

  const shown = await convene('review', 'last')
  expect(shown.stdout).toContain('1 file +1 −1')
  expect(shown.stdout).toContain('1 proven')
  expect(shown.stdout).toMatch(/I ran the tests: 12 passed\. \[m\d+\] \(not seen: /u)
  expect(shown.stdout).toContain('node check.mjs · proven · failed before · exit 0 now')
  expect(shown.stdout).toContain('-export const sum = (a, b) => a - b\n+export const sum = (a, b) => a + b')
  expect((await convene('review', 'last', 'pr')).stderr).toContain('Nothing is kept yet.')

  writeFileSync(join(workspace, 'sum.mjs'), 'export const sum = (a, b) => a * b\n')
  const refused = await convene('review', 'last', 'keep')
  expect(refused.stderr).toContain('sum.mjs: both sides changed the same lines')
  expect(refused.code).toBe(1)
  expect(sum()).toContain('a * b')
  git('checkout', 'sum.mjs')

  const kept = await convene('review', 'last', 'keep')
  expect(kept.code, kept.stderr).toBe(0)
  expect(sum()).toContain('a + b')
  expect((await review()).files[0]?.hunks[0]?.state).toBe('kept')

  const head = git('rev-parse', 'HEAD')
  const proposed = await convene('review', 'last', 'pr')
  expect(proposed.code, proposed.stderr).toBe(0)
  expect(proposed.stderr).toContain(url)
  const { pullRequests } = await review()
  expect(pullRequests).toMatchObject([{ url }])
  const branch = pullRequests[0]?.branch ?? ''
  expect(git('--git-dir', remote, 'show', `${branch}:sum.mjs`)).toContain('a + b')
  expect(git('--git-dir', remote, 'rev-parse', `${branch}^`)).toBe(head)
  expect(git('rev-parse', 'HEAD')).toBe(head)

  expect(body()).toContain('node check.mjs: proven, failed before, exit 0 now')
  expect(body()).toContain('sum is right, see sum.mjs.')
  expect(body()).toContain('not seen: lint passes (no linter was run)')
  expect(body()).not.toContain(workspace)
  expect(body() + git('--git-dir', remote, 'log', '-1', '--format=%B', branch)).not.toMatch(/@octocat|#\d/u)

  const again = await convene('review', 'last', 'pr')
  expect(again.stderr).toContain(`Already open, and up to date: ${url}`)
  expect(asked().filter((word) => word === 'create')).toHaveLength(1)
  expect((await review()).pullRequests).toHaveLength(1)

  const committed = await convene('review', 'last', 'commit')
  expect(committed.code, committed.stderr).toBe(0)
  expect(git('show', 'HEAD:sum.mjs')).toContain('a + b')
  expect(git('log', '-1', '--format=%B')).toMatch(/Repair sum[\s\S]*\(Proven\)[\s\S]*Convene-Session: /u)
  expect(git('log', '-1', '--format=%B')).not.toMatch(/@octocat|#\d/u)
  expect(await review()).toMatchObject({ commits: [{ isCurrent: true }], pullRequests: [{ isCurrent: true }] })

  expect((await convene('review', 'last', 'undo')).code).toBe(0)
  expect(sum()).toContain('a - b')
  expect(await review()).toMatchObject({ commits: [{ isCurrent: false }], pullRequests: [{ isCurrent: false }] })
  const nothing = await convene('review', 'last', 'commit')
  expect(nothing.stderr).toContain('To take the commit back: git revert')
})
