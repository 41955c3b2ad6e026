import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { nodeFiles } from './node-files.ts'

const made: string[] = []

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function workspaceWith(contents: { readonly [path: string]: string | Uint8Array }): string {
  const root = mkdtempSync(join(tmpdir(), 'files-'))
  made.push(root)
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

const files = nodeFiles()

describe('listing a workspace', () => {
  test('puts the files nearest the root first and stops at the requested number', async () => {
    const root = workspaceWith({ 'z.md': '', 'a/b/c.ts': '', 'a/a.ts': '', 'b.md': '' })
    expect(await files.list(root, 10)).toEqual(['b.md', 'z.md', 'a/a.ts', 'a/b/c.ts'])
    expect(await files.list(root, 2)).toEqual(['b.md', 'z.md'])
  })

  test('honors every .gitignore along the way', async () => {
    const root = workspaceWith({
      '.gitignore': '*.log\ncache/\n',
      'a.log': '',
      'cache/x.ts': '',
      'sub/.gitignore': 'mine.ts\n!keep.log\n',
      'sub/mine.ts': '',
      'sub/keep.log': '',
      'mine.ts': '',
    })
    expect(await files.list(root, 10)).toEqual(['mine.ts', 'sub/keep.log'])
  })

  test('leaves out hidden files, dependencies, build output, binaries and secrets', async () => {
    const left = [
      '.env', '.env.local', 'prod.env', '.git/config', '.ssh/config', 'node_modules/x/index.js', 'dist/a.js',
      'server.pem', 'private.key', 'id_rsa', 'id_ed25519.pub', 'credentials.json', 'aws-credentials', 'secrets.yaml',
      'secrets/a.txt', 'client_secret_1.json', '.npmrc', 'terraform.tfvars', 'photo.png', 'app.exe', 'package-lock.json',
    ] // biome-ignore format: a list of names
    const kept = ['README.md', 'src/environment.ts', 'src/key.ts', 'src/secretary.ts', 'src/credentials-view.ts']
    const root = workspaceWith(Object.fromEntries([...left, ...kept].map((path) => [path, 'x'])))
    expect([...(await files.list(root, 100))].sort()).toEqual(kept.toSorted())
  })

  test('follows no links, in or out', async () => {
    const outside = workspaceWith({ 'other.md': 'other' })
    const root = workspaceWith({ 'own.md': 'own' })
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'other.md'), join(root, 'linked.md'))
    symlinkSync('.', join(root, 'loop'))
    expect(await files.list(root, 10)).toEqual(['own.md'])
  })

  test('gives nothing for a missing folder or a file', async () => {
    const root = workspaceWith({ 'own.md': '' })
    expect(await files.list(join(root, 'nowhere'), 10)).toEqual([])
    expect(await files.list(join(root, 'own.md'), 10)).toEqual([])
  })

  test('covers part of a folder that holds too much', async () => {
    const root = workspaceWith({})
    for (let number = 0; number < 5_200; number++) writeFileSync(join(root, `${number}.txt`), '')
    expect(await files.list(root, 100_000)).toHaveLength(5_000)
  })

  test('of the whole machine finishes', async () => {
    const all = await files.list('/', 500)
    expect(all.some((path) => /^(proc|sys|dev)\//.test(path))).toBe(false)
  })
})

describe('reading a file', () => {
  test('gives its text and no more bytes than requested', async () => {
    const root = workspaceWith({ 'a.md': 'grüße' })
    expect(await files.read(root, 'a.md', 100)).toBe('grüße')
    expect(await files.read(root, 'a.md', 3)).toBe('gr')
    expect(await files.read(root, 'a.md', 0)).toBe('')
  })

  test('outside the workspace is refused, by path and by link', async () => {
    const outside = workspaceWith({ 'other.md': 'other' })
    const root = workspaceWith({ 'own.md': 'own' })
    symlinkSync(join(outside, 'other.md'), join(root, 'linked.md'))
    symlinkSync(outside, join(root, 'folder'))
    for (const path of [
      '../own.md',
      join(outside, 'other.md'),
      'linked.md',
      'folder/other.md',
      '',
      '.',
      '..',
      'a\0b',
    ]) {
      expect(await files.read(root, path, 100)).toBeUndefined()
    }
  })

  test('is refused for secrets, even behind a harmless name', async () => {
    const root = workspaceWith({ '.env': 'KEY=1', 'secrets/a.txt': 'x' })
    symlinkSync('.env', join(root, 'notes.md'))
    for (const path of ['.env', 'secrets/a.txt', 'notes.md']) expect(await files.read(root, path, 100)).toBeUndefined()
  })

  test('gives nothing for binary files, while text in another encoding is still text', async () => {
    const root = workspaceWith({
      'a.data': Uint8Array.of(1, 0, 2),
      'latin.txt': Buffer.from('gr\xfc\xdfe', 'latin1'),
      'wide.txt': Buffer.from('\ufeffhi', 'utf16le'),
    })
    expect(await files.read(root, 'a.data', 100)).toBeUndefined()
    expect(await files.read(root, 'latin.txt', 100)).toBe('grüße')
    expect(await files.read(root, 'wide.txt', 100)).toBe('hi')
  })

  test.skipIf(process.platform === 'win32')('does not block on a pipe without a writer', async () => {
    const root = workspaceWith({})
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(root, 'pipe.txt')])
    expect(await files.read(root, 'pipe.txt', 100)).toBeUndefined()
    expect(await files.list(root, 10)).toEqual([])
  })
})
