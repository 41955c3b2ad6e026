import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Bench, workspaceWith } from '../file-tools.fixture.ts'

const textOf = (bench: Bench, path: string) => readFileSync(join(bench.root, path), 'utf8')
const refusal = (words: string) => ({ ok: false, output: expect.stringContaining(words) })

describe('a patch', () => {
  const patch = [
    '--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', ' one', '-two', '+2',
    '--- /dev/null', '+++ b/sub/new.txt', '@@ -0,0 +1 @@', '+hello',
    '--- a/old.txt', '+++ /dev/null', '@@ -1 +0,0 @@', '-bye', '',
  ].join('\n') // biome-ignore format: a patch

  test('changes, creates and removes files', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n', 'old.txt': 'bye\n' })
    for (const path of ['a.txt', 'old.txt']) await bench.call('read', { path })
    const result = await bench.call('patch', { patch })
    expect(result.artifacts?.map(({ title }) => title)).toEqual([
      'Changed a.txt (+1 −1)',
      'Created sub/new.txt (+1 −0)',
      'Removed old.txt (+0 −1)',
    ])
    expect([textOf(bench, 'a.txt'), textOf(bench, 'sub/new.txt'), existsSync(join(bench.root, 'old.txt'))]).toEqual([
      'one\n2\n',
      'hello\n',
      false,
    ])
  })

  test('changes nothing if one part does not fit', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n', 'old.txt': 'other\n' })
    for (const path of ['a.txt', 'old.txt']) await bench.call('read', { path })
    expect(await bench.call('patch', { patch })).toEqual(refusal('old.txt: Hunk 1 (line 1) does not fit'))
    expect(textOf(bench, 'a.txt')).toBe('one\ntwo\n')
    expect(existsSync(join(bench.root, 'sub'))).toBe(false)
  })

  test('fits a file with Windows line endings', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\r\ntwo\r\n' })
    await bench.call('read', { path: 'a.txt' })
    await bench.call('patch', { patch: '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n' })
    expect(textOf(bench, 'a.txt')).toBe('one\r\n2\r\n')
  })

  test('that leads out of the workspace, or names a file twice, is caught before it is applied', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    const out = '--- /dev/null\n+++ b/../../evil.txt\n@@ -0,0 +1 @@\n+x\n'
    expect(
      (await bench.inspect('patch', { patch: out })).some(({ permission }) => permission === 'external_directory'),
    ).toBe(true)
    const twice = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n'.repeat(2)
    expect(await bench.inspect('patch', { patch: twice })).toMatchObject([{ verdict: 'deny' }])
    expect(await bench.inspect('patch', { patch: 'no patch' })).toMatchObject([{ verdict: 'deny' }])
  })

  test('of 2,000 files asks, shows part of the diff, and is applied', async () => {
    const bench = workspaceWith()
    const files = Array.from(
      { length: 2_000 },
      (_, index) => `--- /dev/null\n+++ b/d${index % 40}/f${index}.txt\n@@ -0,0 +1 @@\n+x\n`,
    )
    const resources = await bench.inspect('patch', { patch: files.join('') })
    expect(resources[0]?.escalate).toBe('the change touches 2000 files')
    expect(resources.reduce((sum, { preview = '' }) => sum + preview.length, 0)).toBeLessThan(400_000)
    const result = await bench.call('patch', { patch: files.join('') })
    expect(result).toMatchObject({ ok: true, truncated: true })
    expect(result.artifacts).toHaveLength(2_000)
    expect(Buffer.byteLength(result.output)).toBeLessThan(51_000)
    expect(readdirSync(join(bench.root, 'd7'))).toHaveLength(50)
  })
})
