import {
  chmodSync,
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { TaskId } from '@convene/domain'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Bench, benchAt, workspaceWith } from '../file-tools.fixture.ts'

const textOf = (bench: Bench, path: string) => readFileSync(join(bench.root, path), 'utf8')
const refusal = (words: string) => ({ ok: false, output: expect.stringContaining(words) })

describe('an edit', () => {
  const edit = (oldString: string, newString: string, more = {}) => ({ path: 'a.txt', oldString, newString, ...more })

  test('of an unread file is refused', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    expect(await bench.call('edit', edit('one', '1'))).toEqual(refusal('Read "a.txt" before you change it'))
    expect(textOf(bench, 'a.txt')).toBe('one\n')
  })

  test('lists the matching lines if the text occurs more than once', async () => {
    const bench = workspaceWith({ 'a.txt': 'x\ny\nx\nz x\n' })
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.call('edit', edit('x', '1'))).toEqual(refusal('3 times, at lines 1, 3, 4.'))
    expect(await bench.call('edit', edit('x', '1', { replaceAll: true }))).toMatchObject({ ok: true })
    expect(textOf(bench, 'a.txt')).toBe('1\ny\n1\nz 1\n')
  })

  test('shows the closest match if the text is not found', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n\tif (a)  {\n' })
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.call('edit', edit('  if (a) {', 'x'))).toEqual(
      refusal('Line 2 is the same except for whitespace.'),
    )
    expect(await bench.call('edit', edit('nowhere', 'x'))).toEqual(refusal('was not found'))
    expect(await bench.call('edit', edit('one', 'one'))).toEqual(refusal('are the same'))
    expect(await bench.call('edit', edit('', 'x'))).toEqual(refusal('oldString is empty'))
  })

  test('takes $& and the like as plain text', async () => {
    const bench = workspaceWith({ 'a.txt': 'cost\n' })
    await bench.call('read', { path: 'a.txt' })
    await bench.call('edit', edit('cost', '$& $1 $$'))
    expect(textOf(bench, 'a.txt')).toBe('$& $1 $$\n')
  })

  test('keeps line endings, the byte order mark and the mode', async () => {
    const bench = workspaceWith({ 'a.txt': '\ufeffone\r\ntwo\r\nthree\r\n' })
    chmodSync(join(bench.root, 'a.txt'), 0o750)
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.call('edit', edit('one\ntwo', 'eins\nzwei'))).toMatchObject({ ok: true })
    expect(textOf(bench, 'a.txt')).toBe('\ufeffeins\r\nzwei\r\nthree\r\n')
    expect(statSync(join(bench.root, 'a.txt')).mode & 0o777).toBe(0o750)
  })

  test('of a file with mixed line endings touches only what it names', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\r\ntwo\nthree\r\n' })
    await bench.call('read', { path: 'a.txt' })
    await bench.call('edit', edit('two', '2'))
    expect(textOf(bench, 'a.txt')).toBe('one\r\n2\nthree\r\n')
  })

  test('of a file that someone else changed is refused until it is read again', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n' })
    await bench.call('read', { path: 'a.txt' })
    writeFileSync(join(bench.root, 'a.txt'), 'one\nthree\n')
    expect(await bench.call('edit', edit('one', '1'))).toEqual(refusal('was changed by someone else since you read it'))
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.call('edit', edit('one', '1'))).toMatchObject({ ok: true })
  })

  test('by one agent makes another agent read the file again', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n' })
    const other = { task: '1/tester' as TaskId }
    await bench.call('read', { path: 'a.txt' })
    await bench.call('read', { path: 'a.txt' }, other)
    await bench.call('edit', edit('one', '1'))
    expect(await bench.call('write', { path: 'a.txt', content: 'all new' }, other)).toEqual(refusal('Read it again'))
  })

  test('after a restart does not require reading the file again', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    await bench.call('read', { path: 'a.txt' })
    expect(await benchAt(bench.root, bench.home).call('edit', edit('one', '1'))).toMatchObject({ ok: true })
  })

  test.each([
    ['binary', Buffer.from([1, 0, 2]), 'is not UTF-8 text'],
    ['in another encoding', Buffer.from([0x61, 0xe4, 0x0a]), 'is not UTF-8 text'],
    ['huge', Buffer.alloc(10_000_001, 'a'), 'is larger than'],
  ])('of a file that is %s is refused', async (_, bytes, why) => {
    const bench = workspaceWith({ 'a.txt': bytes })
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.call('edit', edit('a', 'b'))).toEqual(refusal(why))
  })

  test('of a file with several hard links changes it in place, and asks first', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    const outside = join(folderOf(), 'same.txt')
    linkSync(join(bench.root, 'a.txt'), outside)
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.inspect('edit', edit('one', '1'))).toMatchObject([
      { escalate: expect.stringContaining('several hard links') },
    ])
    await bench.call('edit', edit('one', '1'))
    expect(readFileSync(outside, 'utf8')).toBe('1\n')
    expect(statSync(outside).nlink).toBe(2)
  })

  test('through a link changes the file, not the link', async () => {
    const bench = workspaceWith({ 'real.txt': 'one\n' })
    symlinkSync('real.txt', join(bench.root, 'a.txt'))
    await bench.call('read', { path: 'a.txt' })
    expect(await bench.inspect('edit', edit('one', '1'))).toMatchObject([{ permission: 'edit', target: 'real.txt' }])
    await bench.call('edit', edit('one', '1'))
    expect(textOf(bench, 'real.txt')).toBe('1\n')
    expect(readlinkSync(join(bench.root, 'a.txt'))).toBe('real.txt')
  })

  test('leaves no other files behind', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\n' })
    await bench.call('read', { path: 'a.txt' })
    await bench.call('edit', edit('one', '1'))
    expect(readdirSync(bench.root)).toEqual(['a.txt'])
  })

  test('previews its diff before it is made', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n' })
    const [resource] = await bench.inspect('edit', edit('two', '2'))
    expect(resource).toEqual({
      permission: 'edit',
      target: 'a.txt',
      absolute: join(bench.root, 'a.txt'),
      preview: 'diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n',
    })
  })
})

describe('a file that may hold keys', () => {
  test('shows what would be added to it, and none of its current content', async () => {
    const bench = workspaceWith({ '.env': 'A=1\nKEY=secret\n' })
    const [changed] = await bench.inspect('write', { path: '.env', content: 'A=1\nKEY=other\n' })
    expect(changed?.preview).toContain('@@ -1,2 +1,2 @@\n [not shown]\n-[not shown]\n+KEY=other\n')
  })

  test('does not reveal why a change does not fit', async () => {
    const bench = workspaceWith({ '.env': 'KEY=secret\n' })
    const patch = '--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-KEY=guess\n+KEY=other\n'
    const told = [await bench.inspect('patch', { patch }), await bench.call('patch', { patch })]
    expect(JSON.stringify(told)).not.toContain('secret')
  })
})

describe('several edits', () => {
  test('build on each other, and are all made or none', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo\n' })
    await bench.call('read', { path: 'a.txt' })
    const edits = [
      { oldString: 'one', newString: 'three' },
      { oldString: 'three\ntwo', newString: 'five' },
    ]
    const broken = [...edits, { oldString: 'six', newString: 'x' }]
    expect(await bench.call('multiedit', { path: 'a.txt', edits: broken })).toEqual(
      refusal('Edit 3: oldString was not found'),
    )
    expect(textOf(bench, 'a.txt')).toBe('one\ntwo\n')
    expect(await bench.call('multiedit', { path: 'a.txt', edits })).toMatchObject({ ok: true })
    expect(textOf(bench, 'a.txt')).toBe('five\n')
  })

  test('at the same time do not lose anything', async () => {
    const lines = Array.from({ length: 8 }, (_, index) => `line ${index}\n`)
    const bench = workspaceWith({ 'a.txt': lines.join('') })
    await bench.call('read', { path: 'a.txt' })
    const edits = lines.map((line, index) => ({ path: 'a.txt', oldString: line, newString: `done ${index}\n` }))
    await Promise.all(edits.map((edit) => bench.call('edit', edit)))
    expect(textOf(bench, 'a.txt')).toBe(lines.map((_, index) => `done ${index}\n`).join(''))
  })
})
