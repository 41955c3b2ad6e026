import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { type Bench, workspaceWith } from '../file-tools.fixture.ts'
import { makePipe } from '../path/pipe.fixture.ts'

const textOf = (bench: Bench, path: string) => readFileSync(join(bench.root, path), 'utf8')
const refusal = (words: string) => ({ ok: false, output: expect.stringContaining(words) })

describe('writing', () => {
  test('creates a file and its folders', async () => {
    const bench = workspaceWith()
    const made = await bench.call('write', { path: 'a/b/c.txt', content: 'new\n' })
    expect(made).toMatchObject({ ok: true, artifacts: [{ title: 'Created a/b/c.txt (+1 −0)' }] })
    expect(textOf(bench, 'a/b/c.txt')).toBe('new\n')
  })

  test('names a file with hidden characters by what it is really called', async () => {
    const made = await workspaceWith().call('write', { path: 'ok\u001b[31m\u202e.txt', content: 'x' })
    expect(made).toMatchObject({ artifacts: [{ title: 'Created ok\\u{1b}[31m\\u{202e}.txt (+1 −0)' }] })
  })

  test('lists a text written for people as a document as well as a change', async () => {
    const made = await workspaceWith().call('write', { path: 'docs/guide.md', content: '# Guide\n' })
    expect(made).toMatchObject({
      artifacts: [{ kind: 'diff' }, { kind: 'document', title: 'docs/guide.md', path: 'docs/guide.md' }],
    })
  })

  test('replaces a file that was read, and keeps its line endings', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\r\n' })
    expect(await bench.call('write', { path: 'a.txt', content: 'x' })).toEqual(refusal('Read "a.txt"'))
    await bench.call('read', { path: 'a.txt' })
    await bench.call('write', { path: 'a.txt', content: 'one\ntwo\n' })
    expect(textOf(bench, 'a.txt')).toBe('one\r\ntwo\r\n')
  })

  test('a folder, a pipe or unchanged content is refused', async () => {
    const bench = workspaceWith({ 'folder/x': '', 'same.txt': 'same' })
    makePipe(join(bench.root, 'pipe'))
    await bench.call('read', { path: 'same.txt' })
    expect(await bench.call('write', { path: 'folder', content: '' })).toEqual(refusal('is a folder'))
    expect(await bench.call('write', { path: 'pipe', content: '' })).toEqual(refusal('a device, a pipe or a socket'))
    expect(await bench.call('write', { path: 'same.txt', content: 'same' })).toEqual(
      refusal('already has this content'),
    )
  })

  test('outside the workspace asks for permission for that too', async () => {
    const bench = workspaceWith()
    const path = join(folderOf(), 'a.txt')
    expect(
      (await bench.inspect('write', { path, content: '' })).map(({ permission, target }) => [permission, target]),
    ).toEqual([
      ['edit', path],
      ['external_directory', path],
    ])
  })

  test('more than 400 lines, or to a sensitive file, asks even if edits are allowed', async () => {
    const bench = workspaceWith()
    const escalated = async (path: string, lines: number) =>
      (await bench.inspect('write', { path, content: 'x\n'.repeat(lines) }))[0]?.escalate
    expect(await escalated('a.txt', 400)).toBeUndefined()
    expect(await escalated('a.txt', 401)).toBe('the change is 401 lines long')
    expect(await escalated('.github/workflows/ci.yml', 1)).toMatch('sensitive')
    expect(await escalated('.env', 1)).toMatch('sensitive')
  })
})

describe('between approval and execution', () => {
  const swapped = async (bench: Bench, swap: () => void) => {
    const request = bench.request('write', { path: 'src/a.txt', content: 'evil\n' })
    const resources = await bench.host.inspect(request)
    swap()
    return bench.host.run({ ...request, resources }, new AbortController().signal)
  }

  test('a folder that became a link out of the workspace is not written to', async () => {
    const outside = folderOf({ 'keep.txt': '' })
    const bench = workspaceWith({ 'src/x.txt': '' })
    const result = await swapped(bench, () => {
      renameSync(join(bench.root, 'src'), join(bench.root, 'old'))
      symlinkSync(outside, join(bench.root, 'src'))
    })
    expect(result).toEqual(refusal('than when permission was asked'))
    expect(readdirSync(outside)).toEqual(['keep.txt'])
  })

  test('a new file that became a link is not written through the link', async () => {
    const outside = folderOf({ 'keep.txt': 'mine' })
    const bench = workspaceWith({ 'src/x.txt': '' })
    const result = await swapped(bench, () => symlinkSync(join(outside, 'keep.txt'), join(bench.root, 'src/a.txt')))
    expect(result.ok).toBe(false)
    expect(readFileSync(join(outside, 'keep.txt'), 'utf8')).toBe('mine')
  })

  test('a link that was redirected to a secret is not read', async () => {
    const bench = workspaceWith({ 'a.txt': 'plain', '.env': 'KEY=1' })
    symlinkSync('a.txt', join(bench.root, 'link'))
    const request = bench.request('read', { path: 'link' })
    await bench.host.inspect(request)
    rmSync(join(bench.root, 'link'))
    symlinkSync('.env', join(bench.root, 'link'))
    const result = await bench.host.run(request, new AbortController().signal)
    expect(result).toEqual(refusal('leads to a different place'))
  })

  test('a change that grew larger than approved is not made', async () => {
    const bench = workspaceWith({ 'a.txt': 'x\n' })
    await bench.call('read', { path: 'a.txt' })
    const request = bench.request('edit', { path: 'a.txt', oldString: 'x', newString: 'y', replaceAll: true })
    const resources = await bench.host.inspect(request)
    writeFileSync(join(bench.root, 'a.txt'), 'x\n'.repeat(500))
    await bench.call('read', { path: 'a.txt' })
    const result = await bench.host.run({ ...request, resources }, new AbortController().signal)
    expect(result).toEqual(refusal('than when permission was asked'))
  })

  test('a deleted workspace stays deleted', async () => {
    const bench = workspaceWith({ 'src/x.txt': '' })
    const result = await swapped(bench, () => rmSync(bench.root, { recursive: true }))
    expect(result).toEqual(refusal('no longer exists'))
    expect(existsSync(bench.root)).toBe(false)
  })
})

describe('a read-only folder', () => {
  /** Root can write anywhere, so another user has to do it. */
  async function asSomebody<T>(folder: string, work: () => Promise<T>): Promise<T> {
    chmodSync(folder, 0o555)
    const isRoot = process.geteuid?.() === 0
    chmodSync(dirname(folder), 0o755)
    if (isRoot) process.seteuid?.(65_534)
    try {
      return await work()
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(folder, 0o755)
    }
  }

  test('accepts no new file, and the refusal says why', async () => {
    const bench = workspaceWith({ 'closed/x.txt': '' })
    const result = await asSomebody(join(bench.root, 'closed'), () =>
      bench.call('write', { path: 'closed/new.txt', content: 'x' }),
    )
    expect(result).toEqual(refusal('could not be written: the system does not permit it.'))
    expect(readdirSync(join(bench.root, 'closed'))).toEqual(['x.txt'])
  })

  test('can still contain a file that is changed in place', async () => {
    const bench = workspaceWith({ 'closed/x.txt': 'one\n' })
    chmodSync(join(bench.root, 'closed/x.txt'), 0o666)
    await bench.call('read', { path: 'closed/x.txt' })
    const result = await asSomebody(join(bench.root, 'closed'), () =>
      bench.call('edit', { path: 'closed/x.txt', oldString: 'one', newString: 'two' }),
    )
    expect(result).toMatchObject({ ok: true })
    expect(textOf(bench, 'closed/x.txt')).toBe('two\n')
  })

  test('is not reported with our internal paths', async () => {
    const bench = workspaceWith()
    const result = await bench.call('write', { path: `a/${'y'.repeat(300)}`, content: '' })
    expect(result.ok).toBe(false)
    expect(result.output).not.toContain('/proc/')
    expect(existsSync(join(bench.root, 'a'))).toBe(false)
  })
})
