import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { releaseDeadLocks } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hasBubblewrap, setUp, until } from './bash-tool.fixture.ts'
import { bashTool } from './bash-tool.ts'
import type { Sandbox } from './sandbox.ts'

const sandbox: Sandbox = { kind: 'bubblewrap' }

const outputOf = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, [...args])).stdout

const git = (folder: string, ...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  })

describe.runIf(await hasBubblewrap())('in the sandbox (needs bubblewrap)', () => {
  test('secrets look empty to every program, unless git tracks them', async () => {
    const { run, workspace } = setUp(sandbox, {
      '.env': 'KEY=sk-one',
      'deploy/id_rsa': 'sk-two',
      'secrets/token.txt': 'sk-three',
      '.env.example': 'KEY=example',
    })
    git(workspace, 'init', '-q')
    git(workspace, 'add', '-f', '.env.example')
    const { output } = await run(
      'git diff --no-index /dev/null .env; cat .env deploy/id_rsa secrets/*; grep -r sk- .; cat .env.example; git status --short',
    )
    expect(output).not.toContain('sk-')
    expect(output).toContain('KEY=example')
    expect(output).toContain('A  .env.example')
    expect(readFileSync(join(workspace, '.env'), 'utf8')).toBe('KEY=sk-one')
  })

  test('secrets can be requested: each one asks, and only those allowed are shown', async () => {
    const { tool, context, controller } = setUp(sandbox, { '.env': 'KEY=sk-one', 'a.pem': 'sk-two' })
    const input = { command: 'cat .env a.pem', secrets: true }
    const judged = await tool.inspect(input, context)
    const reads = judged.filter(({ permission }) => permission === 'read')
    expect(reads.map(({ target, verdict }) => [target, verdict]).sort()).toEqual([
      ['.env', 'ask'],
      ['a.pem', 'ask'],
    ])
    const allowed = { ...context, judged: judged.filter(({ target }) => target !== 'a.pem') }
    const { output } = await tool.run(input, allowed, controller.signal)
    expect(output).toContain('sk-one')
    expect(output).not.toContain('sk-two')
  })

  test('the guard is invisible to git and cannot be committed', async () => {
    const { run, workspace } = setUp(sandbox, { 'a.txt': 'a' })
    git(workspace, 'init', '-q')
    const { output } = await run('git add -A && git status --short')
    expect(output).toMatch(/^A {2}a\.txt\n\[exit code 0/)
  })

  test('hooks and settings of nested repositories and submodules cannot be written', async () => {
    const other = folderOf({ 'b.txt': 'b' })
    git(other, 'init', '-q')
    git(other, 'add', '.')
    git(other, 'commit', '-qm', 'one')
    const { run, workspace } = setUp(sandbox)
    git(workspace, 'init', '-q')
    git(workspace, 'submodule', 'add', '-q', other, 'sub')
    mkdirSync(join(workspace, 'nested'))
    git(join(workspace, 'nested'), 'init', '-q')
    rmSync(join(workspace, 'nested/.git/hooks'), { recursive: true })
    const paths = ['.git/modules/sub', 'nested/.git'].flatMap((path) => [`${path}/hooks/pre-commit`, `${path}/config`])
    const { output } = await run(paths.map((path) => `echo evil >> ${path}`).join('; '))
    expect(output.match(/Read-only file system/g)).toHaveLength(4)
    expect((await run('cd sub && echo c > c.txt && git add c.txt && git status --short')).output).toContain('A  c.txt')
    expect(existsSync(join(workspace, 'nested/.git/hooks'))).toBe(false)
  })

  test('git in a worktree finds its repository in the home folder, but cannot move branches', async () => {
    const home = realpathSync(folderOf())
    const repository = join(home, 'project')
    mkdirSync(repository)
    git(repository, 'init', '-q', '-b', 'main')
    writeFileSync(join(repository, 'a.txt'), 'a')
    git(repository, 'add', '.')
    git(repository, 'commit', '-qm', 'one')
    const data = join(home, '.convene')
    const worktree = join(data, 'worktrees/x')
    git(repository, 'worktree', 'add', '-q', '--detach', worktree)
    const tool = bashTool({ home: data, environment: { PATH: process.env.PATH, HOME: home }, sandbox })
    const context = { ...setUp(sandbox).context, workspace: worktree }
    const run = async (command: string) => (await tool.run({ command }, context, new AbortController().signal)).output
    expect(await run('git log --format=%s')).toMatch(/^one\n/)
    const commit = 'git -c user.name=A -c user.email=a@b commit -qm two'
    expect(await run(`echo b > b.txt && git add b.txt && ${commit} && git log --format=%s`)).toMatch(/^two\none\n/)
    expect(await run('git update-ref refs/heads/main HEAD')).toMatch(/Read-only file system/)
    expect(await run(`echo evil > ${repository}/.git/hooks/x; ls ${repository}`)).toMatch(/Read-only file system/)
    for (const name of ['commondir', 'gitdir', 'config.worktree', 'info/attributes'])
      expect(await run(`echo evil > "$(git rev-parse --git-dir)/${name}"`)).toMatch(/Read-only file system/)
    expect(git(repository, 'log', '--format=%s', 'main')).toBe('one\n')
  })

  test('a worktree whose .git was redirected does not expose the new target', async () => {
    const home = realpathSync(folderOf({ 'secret/HEAD': 'sk-one', 'secret/commondir': '.', 'work/.git': 'x' }))
    writeFileSync(join(home, 'secret/gitdir'), join(home, 'other/.git'))
    writeFileSync(join(home, 'work/.git'), `gitdir: ${home}/secret\n`)
    const tool = bashTool({ home: join(home, 'data'), environment: { PATH: process.env.PATH, HOME: home }, sandbox })
    const context = { ...setUp(sandbox).context, workspace: join(home, 'work') }
    const command = `cat ${home}/secret/HEAD; ls -A ${home}`
    const { output } = await tool.run({ command }, context, new AbortController().signal)
    expect(output).not.toContain('sk-one')
  })

  test('several processes in one workspace guard it without gaps, and leave nothing behind', async () => {
    const workspace = realpathSync(folderOf())
    const home = realpathSync(folderOf())
    const script = join(import.meta.dirname, 'fixtures/write-in-sandbox.ts')
    const said = await Promise.all([1, 2, 3].map(() => outputOf(process.execPath, [script, workspace, home, '4'])))
    const outputs = said.flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string),
    )
    expect(outputs).toHaveLength(12)
    for (const output of outputs) {
      expect(output).not.toContain('bwrap:')
      expect(output.match(/Read-only file system|Is a directory/g), output).toHaveLength(3)
    }
    expect(readdirSync(workspace)).toEqual(['ran'])
  })

  test('leftovers of a killed process are gone after the next start', async () => {
    const workspace = realpathSync(folderOf())
    const home = mkdtempSync(join(realpathSync(folderOf()), 'data-'))
    const child = spawn(process.execPath, [join(import.meta.dirname, 'fixtures/sleep-in-sandbox.ts'), workspace, home])
    onTestFinished(() => void child.kill('SIGKILL'))
    await until(() => existsSync(join(workspace, 'started')))
    expect(readdirSync(workspace)).toContain('.vscode')
    child.kill('SIGKILL')
    await until(() => child.signalCode !== null)
    releaseDeadLocks(home)
    expect(readdirSync(workspace)).toEqual(['started'])
  })
})
