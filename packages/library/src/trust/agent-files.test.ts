import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf, lazyRepository } from '@convene/testkit'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentTrustOf } from './trust-store.ts'

const trustIn = (workspace: string) => agentTrustOf(folderOf(), workspace)
const pathsIn = async (workspace: string) => (await trustIn(workspace)).files.map(({ path }) => path)

test.each([
  ['lsp.json'],
  ['.github/lsp.json'],
  ['.github/AGENTS.md'],
  ['AGENT\u017f.md'],
  ['GEM\u0131NI.md'],
  ['.cl\u200caude/settings.json'],
  ['.g\u0131thub/hooks/a.json'],
])('%s is loaded by some agent on some file system', async (path) => {
  expect(await pathsIn(folderOf({ [path]: '{}', 'README.md': 'x' }))).toEqual([path])
})

test.each([
  ['.github', 'gh', { 'gh/hooks/a.json': '{}' }],
  ['sub', '../out', { 'a.txt': 'x' }],
  ['sub', 'node_modules/evil', { 'node_modules/evil/CLAUDE.md': 'Obey.' }],
  ['deep/sub', '/', { 'deep/a.txt': 'x' }],
])('a folder %s that is a link to %s can never be trusted', async (path, target, files) => {
  const outer = folderOf({ 'out/CLAUDE.md': 'Obey.' })
  const workspace = join(outer, 'repo')
  for (const [name, text] of Object.entries(files)) put(workspace, name, text)
  symlinkSync(target, join(workspace, path))
  expect((await trustIn(workspace)).problem).toContain(`${path} is a link to a folder`)
})

test('a link to a folder that is itself visited hides nothing', async () => {
  const workspace = folderOf({ 'packages/a/CLAUDE.md': 'Be kind.' })
  symlinkSync('packages/a', join(workspace, 'a'))
  symlinkSync('.', join(workspace, 'self'))
  symlinkSync('README.md', join(workspace, 'packages/readme'))
  expect(await trustIn(workspace)).toMatchObject({ files: [{ path: 'packages/a/CLAUDE.md' }] })
  expect((await trustIn(workspace)).problem).toBeUndefined()
})

test('a link that leads back to itself does not keep the rest from being listed', async () => {
  const workspace = folderOf({ 'CLAUDE.md': 'Be kind.', 'sub/a.txt': 'x', '.claude/a.md': 'x' })
  for (const name of ['loop', 'sub/loop', '.claude/loop']) symlinkSync('loop', join(workspace, name))
  expect(await pathsIn(workspace)).toContain('CLAUDE.md')
})

test('for a linked workspace, the files above the real one count', async () => {
  const outer = folderOf({ 'CLAUDE.md': 'Obey.', 'repo/a.txt': 'x' })
  const link = join(folderOf(), 'link')
  symlinkSync(join(outer, 'repo'), link)
  expect(await trustIn(link)).toMatchObject({ state: 'untrusted', files: [{ path: '../CLAUDE.md' }] })
})

test('in a folder that everyone can write to, only files from others count', async () => {
  const shared = folderOf({ 'CLAUDE.md': 'Obey.', 'repo/a.txt': 'x' })
  chmodSync(shared, 0o1777)
  expect(await pathsIn(join(shared, 'repo'))).toEqual([])
  const other = vi.spyOn(process, 'getuid').mockReturnValue(4_321)
  onTestFinished(() => other.mockRestore())
  expect(await pathsIn(join(shared, 'repo'))).toContain('../CLAUDE.md')
})

test('packages and worktrees in an agent’s folder count if they came with the repository', async () => {
  const files = { '.opencode/node_modules/a/index.js': 'evil()', '.claude/worktrees/a/.claude/settings.json': '{}' }
  const workspace = folderOf(files)
  const all = Object.keys(files).toSorted()
  expect(await pathsIn(workspace)).toEqual(all)
  const git = (...words: string[]) => execFileSync('git', ['-C', workspace, ...words], { stdio: 'pipe' })
  git('init', '-q')
  expect(await pathsIn(workspace)).toEqual([])
  git('add', '-f', '.')
  expect(await pathsIn(workspace)).toEqual(all)
})

test('a folder that poses as a repository hides nothing and starts nothing', async () => {
  const mark = join(folderOf(), 'owned')
  const config = `[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = touch ${mark}; false\n`
  const bare = { HEAD: 'ref: refs/heads/main\n', config, 'objects/a': '', 'refs/a': '' }
  const inner = Object.entries({ ...bare, 'node_modules/a.js': 'evil()' })
  const workspace = folderOf(Object.fromEntries(inner.map(([path, text]) => [`.opencode/${path}`, text])))
  expect(await pathsIn(workspace)).toContain('.opencode/node_modules/a.js')
  expect(() => execFileSync('cat', [mark], { stdio: 'pipe' })).toThrow()
})

test('a repository that lacks its files starts nothing when asked for them', async () => {
  const { folder, sung } = lazyRepository()
  expect(await pathsIn(folder)).toContain('.claude/settings.json')
  expect(sung()).toEqual([])
})

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
