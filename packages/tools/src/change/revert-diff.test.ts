import { chmodSync, existsSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Artifact } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Bench, workspaceWith } from '../file-tools.fixture.ts'
import { revertDiff } from './revert-diff.ts'

const textOf = (bench: Bench, path: string) => readFileSync(join(bench.root, path), 'utf8')

describe('reverting a change', () => {
  test('restores a changed, a created and a removed file byte for byte', async () => {
    const before = '\ufeffone\r\ntwo\r\nthree'
    const bench = workspaceWith({ 'a.txt': before, 'run.sh': '#!/bin/sh\n' })
    chmodSync(join(bench.root, 'run.sh'), 0o755)
    for (const path of ['a.txt', 'run.sh']) await bench.call('read', { path })
    const edited = await bench.call('edit', { path: 'a.txt', oldString: 'three', newString: 'four\n' })
    const made = await bench.call('write', { path: 'sub/b.txt', content: 'new' })
    const removed = await bench.call('patch', { patch: '--- a/run.sh\n+++ /dev/null\n@@ -1 +0,0 @@\n-#!/bin/sh\n' })
    expect(existsSync(join(bench.root, 'run.sh'))).toBe(false)
    for (const { artifacts } of [removed, made, edited])
      expect(await revertDiff(bench.root, artifacts?.[0] as Artifact)).toMatchObject({ ok: true })
    expect(textOf(bench, 'a.txt')).toBe(before)
    expect(existsSync(join(bench.root, 'sub/b.txt'))).toBe(false)
    expect(statSync(join(bench.root, 'run.sh')).mode & 0o777).toBe(0o755)
  })

  test('works even if other lines of the file have changed since', async () => {
    const bench = workspaceWith({ 'a.txt': Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join('') })
    await bench.call('read', { path: 'a.txt' })
    const edited = await bench.call('edit', { path: 'a.txt', oldString: 'line 20\n', newString: 'changed\n' })
    await bench.call('edit', { path: 'a.txt', oldString: 'line 2\n', newString: 'line 2\nmore\n' })
    expect(await revertDiff(bench.root, edited.artifacts?.[0] as Artifact)).toEqual({ ok: true, value: 'a.txt' })
    expect(textOf(bench, 'a.txt')).toContain('line 2\nmore\nline 3\n')
    expect(textOf(bench, 'a.txt')).toContain('line 19\nline 20\nline 21\n')
  })

  test('that is reverted already but was not recorded changes nothing, while a further edit of its lines refuses it', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n', 'empty.txt': '' })
    for (const path of ['a.txt', 'empty.txt']) await bench.call('read', { path })
    const added = await bench.call('edit', { path: 'a.txt', oldString: 'one\n', newString: 'one\ntwo\n' })
    const filled = await bench.call('write', { path: 'empty.txt', content: 'full\n' })
    const made = await bench.call('write', { path: 'b.txt', content: 'new' })
    const all = [added, filled, made].map(({ artifacts }) => artifacts?.[0] as Artifact)
    const revert = async () => Promise.all(all.map(async (one) => (await revertDiff(bench.root, one)).ok))
    for (const _ of ['first', 'again']) expect(await revert()).toEqual([true, true, true])
    expect([textOf(bench, 'a.txt'), textOf(bench, 'empty.txt')]).toEqual(['one\n', ''])

    const mine = { 'a.txt': 'one\nzwei\n', 'empty.txt': 'mine\n', 'b.txt': 'mine' }
    for (const [path, text] of Object.entries(mine)) writeFileSync(join(bench.root, path), text)
    expect(await revert()).toEqual([false, false, false])
    for (const [path, text] of Object.entries(mine)) expect(textOf(bench, path)).toBe(text)
  })

  test('is refused if the same lines have changed since, or the change was not stored', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    await bench.call('read', { path: 'a.txt' })
    const edited = await bench.call('edit', { path: 'a.txt', oldString: 'one', newString: 'two' })
    writeFileSync(join(bench.root, 'a.txt'), 'three\n')
    const artifact = edited.artifacts?.[0] as Artifact
    expect(await revertDiff(bench.root, artifact)).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining('has changed since') },
    })
    expect(await revertDiff(bench.root, { kind: 'diff', title: 'x', path: 'a.txt' })).toMatchObject({ ok: false })
    expect(textOf(bench, 'a.txt')).toBe('three\n')
  })

  test('does not follow a path that now leads elsewhere', async () => {
    const outside = folderOf({ 'a.txt': 'two\n' })
    const bench = workspaceWith({ 'src/a.txt': 'one\n' })
    await bench.call('read', { path: 'src/a.txt' })
    const edited = await bench.call('edit', { path: 'src/a.txt', oldString: 'one', newString: 'two' })
    renameSync(join(bench.root, 'src'), join(bench.root, 'old'))
    symlinkSync(outside, join(bench.root, 'src'))
    expect(await revertDiff(bench.root, edited.artifacts?.[0] as Artifact)).toMatchObject({
      ok: false,
      refusal: { code: 'moved' },
    })
    expect(readFileSync(join(outside, 'a.txt'), 'utf8')).toBe('two\n')
  })
})
