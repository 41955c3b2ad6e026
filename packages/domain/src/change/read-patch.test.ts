import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { numbered } from './patch.ts'
import { readPatch } from './read-patch.ts'

/** What git says about a change to these files. */
function gitDiff(before: Files, change: (folder: string) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder })
  git('init', '--quiet')
  for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text)
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '-m', 'Begin')
  change(folder)
  git('add', '--all')
  return git('diff', '--cached', '--binary', '-M').toString('utf8')
}

type Files = { readonly [name: string]: string | Uint8Array }

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

test('every kind of change that git knows is read, with its counts', () => {
  const before: Files = {
    'changed.txt': lines(1, 40),
    'gone.txt': 'one\ntwo\n',
    'old name.txt': lines(1, 20),
    'script.sh': 'true\n',
    'picture.png': Uint8Array.from([137, 80, 0, 1, 2, 3]),
  }
  const patch = gitDiff(before, (folder) => {
    const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text)
    write('changed.txt', lines(1, 40).replace('line 2\n', 'LINE 2\n').replace('line 39\n', ''))
    write('new é.txt', 'a\nb\nc')
    rmSync(join(folder, 'gone.txt'))
    rmSync(join(folder, 'old name.txt'))
    write('new name.txt', lines(1, 20).replace('line 9\n', 'LINE 9\n'))
    chmodSync(join(folder, 'script.sh'), 0o755)
    write('picture.png', Uint8Array.from([137, 80, 0, 9]))
  })
  const files = Object.fromEntries(readPatch(patch).map(({ path, ...file }) => [path, file]))
  expect(Object.keys(files).sort()).toEqual(
    ['changed.txt', 'gone.txt', 'new name.txt', 'new é.txt', 'picture.png', 'script.sh'].sort(),
  )
  expect(files['changed.txt']).toMatchObject({ status: 'modified', added: 1, removed: 2, modes: null })
  expect(files['changed.txt']?.hunks).toHaveLength(2)
  expect(files['new é.txt']).toMatchObject({ status: 'added', added: 3, removed: 0 })
  expect(files['new é.txt']?.hunks[0]?.lines.at(-1)).toBe('\\ No newline at end of file')
  expect(files['gone.txt']).toMatchObject({ status: 'deleted', added: 0, removed: 2 })
  expect(files['new name.txt']).toMatchObject({ status: 'renamed', from: 'old name.txt', added: 1, removed: 1 })
  expect(files['script.sh']).toMatchObject({ status: 'modified', modes: { old: '100644', new: '100755' }, hunks: [] })
  expect(files['picture.png']).toMatchObject({ status: 'modified', isBinary: true, hunks: [] })
})

test('a removed line that looks like the start of a file stays a line', () => {
  const patch = gitDiff({ 'a.sql': '-- old/x\n++ b\nkeep\n' }, (folder) =>
    writeFileSync(join(folder, 'a.sql'), '++ new\nkeep\n'),
  )
  const [file, ...others] = readPatch(patch)
  expect(others).toEqual([])
  expect(file).toMatchObject({ path: 'a.sql', added: 1, removed: 2 })
})

test('lines have the numbers of their side', () => {
  const [file] = readPatch('--- a/x\n+++ b/x\n@@ -10,3 +10,3 @@ function f() {\n keep\n-old\n+new\n keep\n')
  expect(file?.hunks[0]?.section).toBe('function f() {')
  expect(numbered(file?.hunks[0] as NonNullable<typeof file>['hunks'][number])).toEqual([
    { sign: ' ', text: 'keep', old: 10, new: 10 },
    { sign: '-', text: 'old', old: 11, new: null },
    { sign: '+', text: 'new', old: null, new: 11 },
    { sign: ' ', text: 'keep', old: 12, new: 12 },
  ])
})

test.each([
  ['', 0],
  ['no diff at all\n', 0],
  ['@@ -1 +1 @@\n-a\n+b\n', 0],
  ['--- a/x\n+++ b/x\n@@ broken @@\n+a\n', 1],
  ['--- a/x\n+++ b/x\n@@ -1,900 +1,900 @@\n-a\n', 1],
  ['diff --git a/x b/x\ndiff --git a/y b/y\n', 2],
  ['diff --git \n@@ -0,0 +1 @@\n+a', 1],
])('%j is read without an error', (text, files) => expect(readPatch(text)).toHaveLength(files))

test('a line feed at the end of a hunk is no line', () => {
  const [file] = readPatch('--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n a\n-b\n')
  expect(file?.hunks[0]?.lines).toEqual([' a', '-b'])
})

test('20,000 lines and one line of 5 MB are read in one pass', () => {
  const many = `--- a/x\n+++ b/x\n@@ -0,0 +1,20000 @@\n${'+line\n'.repeat(20_000)}`
  expect(readPatch(many)[0]?.added).toBe(20_000)
  const long = `--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+${'x'.repeat(5_000_000)}\n`
  expect(readPatch(long)[0]).toMatchObject({ added: 1, removed: 0 })
})

test('a quoted name with invalid bytes stays quoted', () => {
  const [file] = readPatch('diff --git "a/x\\377" "b/x\\377"\nnew file mode 100755\n')
  expect(file?.path).toBe('"b/x\\377"')
  expect(file?.modes).toEqual({ old: '', new: '100755' })
})
