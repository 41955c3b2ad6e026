import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap, unsandboxed, until } from './bash-tool.fixture.ts'
import { fake, git, repository, settings } from './git-escapes.fixture.ts'
import type { Sandbox } from './sandbox.ts'

const confined: Sandbox = { kind: 'bubblewrap' }
const works = await hasBubblewrap()

test('the program planted by these tests does run if git obeys it', () => {
  const { workspace, personLooks } = repository(unsandboxed)
  writeFileSync(join(workspace, '.git/config'), settings(join(workspace, 'evil.sh')))
  expect(personLooks()).toBe(true)
})

const escapes: readonly (readonly [string, (workspace: string) => string])[] = [
  [
    '.git/commondir',
    (w) => `${fake('fake', `${w}/evil.sh`)}; cp -r .git/objects .git/refs fake/; echo ../fake > .git/commondir`,
  ],
  [
    '.git/config.worktree',
    (w) =>
      `git config extensions.worktreeConfig true; printf '%s' '${settings(`${w}/evil.sh`)}' > .git/config.worktree`,
  ],
  ['.git/info/attributes', () => 'mkdir -p .git/info; echo "* diff=evil" > .git/info/attributes'],
  ['.git/modules', (w) => fake('.git/modules/sub', `${w}/evil.sh`)],
  ['.git/hooks', (w) => `mkdir -p .git/hooks; cp ${w}/evil.sh .git/hooks/post-index-change`],
  ['.git/config', (w) => `git config core.fsmonitor ${w}/evil.sh`],
  ['.git moved away and recreated', (w) => `mv .git old; ${fake('.git', `${w}/evil.sh`)}`],
  ['a nested repository moved away and recreated', (w) => `mv nested old; ${fake('nested/.git', `${w}/evil.sh`)}`],
]

describe.runIf(works)('in the sandbox (needs bubblewrap)', () => {
  test.each(escapes)('%s cannot be planted, not even while the command runs', async (_, command) => {
    const { run, workspace, personLooks, controller } = repository(confined)
    const running = run(`${command(workspace)}; touch planted; sleep 300`)
    await until(() => existsSync(join(workspace, 'planted')))
    expect(personLooks('nested')).toBe(false)
    controller.abort()
    await running
    expect(personLooks('nested')).toBe(false)
    expect(git(workspace, 'log', '--format=%s')).toBe('one\n')
    expect(git(workspace, 'fsck')).toBe('')
  })

  test('git can do its everyday work, and the user sees the result', async () => {
    const { run, workspace } = repository(confined)
    const as = 'git -c user.name=A -c user.email=a@b'
    const { output } = await run(
      [
        `echo b > b.txt && git add b.txt && ${as} commit -qm two`,
        `git switch -qc topic && echo c > c.txt && git add c.txt && ${as} commit -qm three`,
        `git switch -q main && ${as} merge -q --no-ff -m merged topic`,
        `echo d >> a.txt && ${as} stash -q && ${as} stash pop -q && git restore a.txt`,
        `git switch -q topic && ${as} rebase -q main && git switch -q main && git branch -d topic && ${as} tag v1`,
        'git gc -q && git status --short',
      ].join(' && '),
    )
    expect(output).toMatch(/\[exit code 0/)
    expect(output).not.toContain('Set aside')
    expect(git(workspace, 'log', '--format=%s', '--topo-order').split('\n')).toEqual(
      expect.arrayContaining(['merged', 'two']),
    )
    expect(git(workspace, 'status', '--short')).toBe('?? nested/\n')
    expect(readdirSync(join(workspace, '.git'))).not.toContain('commondir')
  })

  test('a .git file cannot be redirected to another repository', async () => {
    const other = folderOf({ 'b.txt': 'b' })
    git(other, 'init', '-q')
    git(other, 'add', '.')
    git(other, 'commit', '-qm', 'one')
    const { run, workspace, personLooks } = repository(confined)
    git(workspace, 'submodule', 'add', '-q', other, 'sub')
    await run(`${fake('fake', `${workspace}/evil.sh`)}; echo 'gitdir: ../fake' > sub/.git; rm -f sub/.git; mv sub old`)
    expect(personLooks('sub')).toBe(false)
    expect(readFileSync(join(workspace, 'sub/.git'), 'utf8')).toContain('.git/modules/sub')
  })
})

const places: readonly (readonly [string, boolean, Sandbox])[] = [
  ['without a sandbox', true, unsandboxed],
  ['in the sandbox', works, confined],
]

describe.each(places.filter(([, isThere]) => isThere))('%s, after a command', (_title, _works, sandbox) => {
  test('a nested repository that was added as a gitlink is set aside, and the next git status runs nothing', async () => {
    const { run, workspace, personLooks, aside } = repository(sandbox)
    const { output } = await run(
      `mkdir -p deep/planted && cd deep/planted && git init -q && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m x && ` +
        `git config core.fsmonitor ${workspace}/evil.sh && cd ../.. && git add deep/planted`,
    )
    expect(output).toMatch(/Set aside: deep\/planted\/\.git: the command made a git repository here/)
    expect(output).toMatch(/deep\/planted: the command added it as a repository inside this one/)
    expect(personLooks('deep/planted')).toBe(false)
    expect(git(workspace, 'ls-files', '--stage')).not.toContain('160000')
    expect(aside()).toEqual(['git'])
  })

  test.each([
    // The folder it points to is a repository too, and stops being one without its HEAD.
    ['a file', 'echo "gitdir: ../fake" > sub/.git', ['HEAD', 'git']],
    ['a link', 'ln -s ../fake sub/.git', ['HEAD', 'git']],
    ['a folder ignored by git', 'mkdir -p node_modules/x && mv fake node_modules/x/.git', ['git']],
  ])('a .git that is %s is set aside and not deleted', async (_kind, command, moved) => {
    const { run, workspace, personLooks, aside } = repository(sandbox, { 'sub/b.txt': 'b' })
    const { output } = await run(`${fake('fake', `${workspace}/evil.sh`)}; ${command}`)
    expect(output).toContain('Set aside')
    expect(personLooks('sub', 'node_modules/x')).toBe(false)
    expect(aside()).toEqual(moved)
  })

  test('an incomplete repository, which another tool could complete, loses its HEAD', async () => {
    const { run, workspace, personLooks } = repository(sandbox)
    const { output } = await run(`${fake('src', `${workspace}/evil.sh`)}; rm -r src/refs src/objects`)
    expect(output).toContain('Set aside: src/HEAD')
    mkdirSync(join(workspace, 'src/refs'))
    mkdirSync(join(workspace, 'src/objects'))
    expect(personLooks('src')).toBe(false)
  })

  test('a file named HEAD that git would not recognize stays', async () => {
    const { run, workspace } = repository(sandbox)
    expect((await run('mkdir docs; echo "# Head" > docs/HEAD')).output).not.toContain('Set aside')
    expect(existsSync(join(workspace, 'docs/HEAD'))).toBe(true)
  })

  test('a .git that replaces a link is set aside, and the link is restored', async () => {
    const { run, workspace, personLooks } = repository(sandbox)
    mkdirSync(join(workspace, 'linked'))
    symlinkSync('../.git', join(workspace, 'linked/.git'))
    await run(`rm linked/.git; ${fake('linked/.git', `${workspace}/evil.sh`)}`)
    expect(personLooks('linked')).toBe(false)
    expect(git(join(workspace, 'linked'), 'log', '--format=%s')).toBe('one\n')
  })

  test.each([
    [
      'its steps',
      'mkdir .git/rebase-merge && echo "exec ./evil.sh" > .git/rebase-merge/git-rebase-todo',
      'git-rebase-todo',
    ],
    [
      'the link to its steps',
      'mkdir todo && echo "x ./evil.sh" > todo/git-rebase-todo && ln -s ../todo .git/rebase-merge',
      'rebase-merge',
    ],
  ])('a rebase that would run a program when continued loses %s', async (_what, command, moved) => {
    const { run, workspace, aside, mark } = repository(sandbox)
    const { output } = await run(
      `${command}; cd .git/rebase-merge && echo refs/heads/main > head-name && git rev-parse HEAD | tee onto orig-head end; touch interactive done`,
    )
    expect(output).toContain('git rebase --continue would run what it names')
    expect(aside()).toEqual([moved])
    expect(() => git(workspace, 'rebase', '--continue')).toThrow()
    expect(existsSync(mark)).toBe(false)
  })

  test('a rebase with a conflict can be continued', async () => {
    const { run, workspace } = repository(sandbox)
    const as = 'git -c user.name=A -c user.email=a@b -c core.editor=true'
    const clash = `git switch -qc topic && echo b > a.txt && ${as} commit -qam two && git switch -q main && echo c > a.txt && ${as} commit -qam three`
    const { output } = await run(`${clash} && git switch -q topic && ${as} rebase -i main`)
    expect(output).toContain('CONFLICT')
    expect(output).not.toContain('Set aside')
    await run(`echo d > a.txt && git add a.txt && ${as} rebase --continue`)
    expect(git(workspace, 'log', '--format=%s')).toBe('two\nthree\none\n')
  })

  test('objects borrowed from elsewhere are set aside', async () => {
    const { run, workspace } = repository(sandbox)
    const { output } = await run('mkdir -p .git/objects/info; echo /etc > .git/objects/info/alternates')
    expect(output).toContain('Set aside')
    expect(existsSync(join(workspace, '.git/objects/info/alternates'))).toBe(false)
  })

  test('a repository stays if the user approved that exact command, but not as part of a longer line', async () => {
    const { tool, context, controller, workspace } = repository(sandbox)
    const runJudged = async (command: string) => {
      const judged = await tool.inspect({ command }, context)
      return (await tool.run({ command }, { ...context, judged }, controller.signal)).output
    }
    expect(await runJudged('git init -q made')).not.toContain('Set aside')
    expect(existsSync(join(workspace, 'made/.git/HEAD'))).toBe(true)
    expect(await runJudged('git clone -q . cloned')).not.toContain('Set aside')
    expect(git(join(workspace, 'cloned'), 'log', '--format=%s')).toBe('one\n')
    expect(await runJudged('git init -q other && ls')).toContain('Set aside')
    expect(await runJudged('echo $(git init -q third)')).toContain('Set aside')
  })

  test('creating a repository asks the user, even if everything is allowed', async () => {
    const { tool, context } = repository(sandbox)
    for (const command of ['git init x', 'git clone . y', 'git submodule add ./x z', 'git worktree add ../w']) {
      const [first] = await tool.inspect({ command }, context)
      expect(first).toMatchObject({ permission: 'bash', verdict: 'ask' })
    }
  })
})

test.runIf(works)('an approved submodule can be added in the sandbox (needs bubblewrap)', async () => {
  const { tool, context, controller, workspace } = repository(confined)
  const command = 'git submodule add -q ./.git sub'
  const judged = await tool.inspect({ command }, context)
  const { output } = await tool.run({ command }, { ...context, judged }, controller.signal)
  // Git refuses to clone from a path here. Getting this far shows that nothing else blocked it.
  expect(output).toMatch(/exit code 0|transport 'file' not allowed/)
  expect(output).not.toContain('Read-only')
  expect(existsSync(join(workspace, '.git/config'))).toBe(true)
})
