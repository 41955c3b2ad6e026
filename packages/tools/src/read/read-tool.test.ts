import { symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { fileBlobs, imageFiles } from '@convene/store'
import { folderOf, png } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'
import { makePipe } from '../path/pipe.fixture.ts'

const refusal = (words: string) => ({ ok: false, output: expect.stringContaining(words) })
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('')

describe('reading', () => {
  test('returns the requested lines and says where to continue', async () => {
    const bench = workspaceWith({ 'a.txt': numbered(1, 10) })
    expect(await bench.call('read', { path: 'a.txt', offset: 3, limit: 2 })).toEqual({
      ok: true,
      output: '    3\tline 3\n    4\tline 4\n[More follows: continue with offset 5.]',
    })
    expect((await bench.call('read', { path: 'a.txt', offset: 9 })).output).toBe('    9\tline 9\n   10\tline 10')
    expect(await bench.call('read', { path: 'a.txt', offset: 11 })).toEqual(refusal('has 10 lines'))
  })

  test('stays below the output limit: of a long file, it returns what fits', async () => {
    const bench = workspaceWith({ 'a.txt': `${'x'.repeat(500)}\n`.repeat(3_000) })
    const { output, truncated } = await bench.call('read', { path: 'a.txt' })
    expect(truncated).toBeUndefined()
    expect(Buffer.byteLength(output)).toBeLessThan(50_000)
    expect(output).toMatch(/\[More follows: continue with offset \d+\.\]$/)
  })

  test('cuts long lines', async () => {
    const bench = workspaceWith({ 'a.txt': `${'x'.repeat(5_000)}\nend` })
    expect((await bench.call('read', { path: 'a.txt' })).output).toBe(
      `    1\t${'x'.repeat(2_000)} … [3000 more characters]\n    2\tend`,
    )
  })

  test('hides Windows line endings and a byte order mark', async () => {
    const bench = workspaceWith({ 'a.txt': '\ufeffone\r\ntwo\r\n' })
    expect((await bench.call('read', { path: 'a.txt' })).output).toBe('    1\tone\n    2\ttwo')
  })

  test('decodes other encodings, and says so', async () => {
    const bench = workspaceWith({
      'latin.txt': Buffer.from('Käse', 'latin1'),
      'wide.txt': Buffer.from('\ufeffKäse', 'utf16le'),
    })
    expect((await bench.call('read', { path: 'latin.txt' })).output).toMatch(/^ {4}1\tKäse\n\[The file is not UTF-8/)
    expect((await bench.call('read', { path: 'wide.txt' })).output).toMatch(/^ {4}1\tKäse\n\[The file is UTF-16LE/)
  })

  test('a file of gigabytes uses little memory, even if it is a single line', async () => {
    const bench = workspaceWith({ 'lines.txt': numbered(1, 1_000) })
    const size = 12_000_000
    writeFileSync(join(bench.root, 'line.txt'), 'x'.repeat(size))
    const line = await bench.call('read', { path: 'line.txt' })
    expect(line.output).toContain(`[${size - 2_000} more characters]`)
    expect(line.output).toContain('too large to be edited')
    truncateSync(join(bench.root, 'lines.txt'), 3_000_000_000)
    expect((await bench.call('read', { path: 'lines.txt', limit: 2 })).output).toMatch(
      /^ {4}1\tline 1\n {4}2\tline 2\n\[More/,
    )
  })

  test('an empty file says that it is empty', async () => {
    const bench = workspaceWith({ 'a.txt': '' })
    expect(await bench.call('read', { path: 'a.txt' })).toEqual({ ok: true, output: '[The file is empty.]' })
  })

  test('a binary file is named, not shown', async () => {
    const bench = workspaceWith({
      'a.tiff': Buffer.from('II*\0\0\0', 'latin1'),
      'a.bin': Buffer.from([1, 2, 0, 3]),
      'a.pdf': '%PDF-1.7\n',
    })
    expect(await bench.call('read', { path: 'a.tiff' })).toEqual(refusal('Only PNG, JPEG, GIF and WebP can be shown'))
    expect(await bench.call('read', { path: 'a.bin' })).toEqual(refusal('is a binary file of 4 bytes, not text'))
    expect(await bench.call('read', { path: 'a.pdf' })).toEqual(refusal('PDF document'))
  })

  test('an image is shown as an image, and its bytes are stored with the session', async () => {
    const bench = workspaceWith({ 'a.png': png(4, 3) })
    const { ok, output, images = [] } = await bench.call('read', { path: 'a.png' })
    expect([ok, output]).toEqual([true, expect.stringContaining('PNG image of')])
    expect(images).toMatchObject([{ mediaType: 'image/png', width: 4, height: 3, name: 'a.png' }])
    const kept = images[0] && (await imageFiles(fileBlobs(bench.home)).read('S1' as SessionId, images[0]))
    expect(kept).toEqual(png(4, 3))
  })

  test('an image that no provider accepts is refused with its size', async () => {
    const bench = workspaceWith({ 'a.png': Buffer.concat([png(1, 1), Buffer.alloc(4_000_000)]) })
    expect(await bench.call('read', { path: 'a.png' })).toEqual(refusal('but the limit is 3750000'))
  })

  test('a missing file suggests similar names', async () => {
    const bench = workspaceWith({ 'src/panel.ts': '', 'src/other.ts': '' })
    expect((await bench.call('read', { path: 'src/panel.js' })).output).toBe(
      '"src/panel.js" does not exist. Near it: panel.ts.',
    )
    expect(await bench.call('read', { path: 'src' })).toEqual(refusal('is a folder'))
  })

  test('a pipe does not block', async () => {
    const bench = workspaceWith()
    makePipe(join(bench.root, 'pipe'))
    expect(await bench.call('read', { path: 'pipe' })).toEqual(refusal('a device, a pipe or a socket'))
    expect(await bench.inspect('read', { path: 'pipe' })).toMatchObject([{ verdict: 'deny' }])
    expect(await bench.inspect('read', { path: '/proc/self/environ' })).toMatchObject([{ verdict: 'deny' }])
  })

  test('is judged by the real path: a link out asks for that folder, a link to a secret asks like the secret', async () => {
    const outside = folderOf({ 'a.txt': '' })
    const bench = workspaceWith({ '.env': 'KEY=1', 'src/a.ts': '' })
    symlinkSync(join(outside, 'a.txt'), join(bench.root, 'out'))
    symlinkSync('.env', join(bench.root, 'harmless.txt'))
    expect(await bench.inspect('read', { path: 'src/../src/a.ts' })).toEqual([
      { permission: 'read', target: 'src/a.ts', absolute: join(bench.root, 'src/a.ts') },
    ])
    expect(await bench.inspect('read', { path: 'out' })).toEqual([
      { permission: 'read', target: join(outside, 'a.txt') },
      { permission: 'external_directory', target: join(outside, 'a.txt') },
    ])
    expect(await bench.inspect('read', { path: 'harmless.txt' })).toMatchObject([{ target: '.env', verdict: 'ask' }])
  })
})
