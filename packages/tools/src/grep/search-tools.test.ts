import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { workspaceWith } from '../file-tools.fixture.ts'
import { makePipe } from '../path/pipe.fixture.ts'
import { grepTool } from './grep-tool.ts'

const tree = {
  '.gitignore': '*.log\ndist/\n',
  'src/a.ts': 'alpha\nbeta\n',
  'src/deep/b.tsx': 'Alpha beta\n',
  'src/c.js': 'gamma\n',
  'debug.log': 'alpha\n',
  'dist/a.ts': 'alpha\n',
  '.github/workflows/ci.yml': 'run: alpha\n',
  '.env': 'SECRET=alpha\n',
  '.git/config': 'alpha\n',
  'pic.bin': Buffer.from('alpha\0alpha\n'),
}

describe('glob', () => {
  test.each([
    ['*.ts', ['src/a.ts']],
    ['**/*.ts', ['src/a.ts']],
    ['src/*', ['src/a.ts', 'src/c.js']],
    ['src/**', ['src/a.ts', 'src/c.js', 'src/deep/b.tsx']],
    ['src/**/*.{ts,tsx}', ['src/a.ts', 'src/deep/b.tsx']],
    ['./src/?.js', ['src/c.js']],
    ['*.log', []],
    ['*.yml', ['.github/workflows/ci.yml']],
    ['config', []],
    ['{src,lib}/[ab].ts', ['src/a.ts']],
    ['**/deep/*', ['src/deep/b.tsx']],
  ])('%s finds %j', async (pattern, paths) => {
    const { output } = await workspaceWith(tree).call('glob', { pattern })
    expect(output).toBe(paths.length > 0 ? paths.join('\n') : 'No file matches the pattern.')
  })

  test('below a folder returns paths relative to the workspace', async () => {
    const bench = workspaceWith(tree)
    expect((await bench.call('glob', { pattern: '*.ts*', path: 'src' })).output).toBe('src/a.ts\nsrc/deep/b.tsx')
    expect(await bench.call('glob', { pattern: '*', path: 'src/a.ts' })).toMatchObject({ ok: false })
    expect(await bench.call('glob', { pattern: '*', path: 'none' })).toMatchObject({ ok: false })
  })

  test('shows the first 500 in order, and the total', async () => {
    const names = Array.from({ length: 3_000 }, (_, index) => `f${String(index).padStart(4, '0')}`)
    const bench = workspaceWith(Object.fromEntries(names.map((name) => [name, ''])))
    const lines = (await bench.call('glob', { pattern: 'f*' })).output.split('\n')
    expect(lines.slice(0, 500)).toEqual(names.slice(0, 500))
    expect(lines.slice(500)).toEqual(['[3000 files in all, 500 shown. Narrow the pattern or the path.]'])
  })

  test('treats a name with a line break as one name', async () => {
    expect((await workspaceWith({ 'a\nb.ts': '' }).call('glob', { pattern: '*.ts' })).output).toBe('a\nb.ts')
  })
})

describe('grep', () => {
  test('groups matching lines by file, without ignored files, binaries, secrets or a repository’s internal files', async () => {
    expect((await workspaceWith(tree).call('grep', { pattern: 'alpha' })).output).toBe(
      '.github/workflows/ci.yml\n  1: run: alpha\nsrc/a.ts\n  1: alpha\n[2 matches in 2 files.]',
    )
  })

  test('can be narrowed by file name, without bringing back ignored files', async () => {
    const bench = workspaceWith(tree)
    const search = async (include: string) =>
      (await bench.call('grep', { pattern: 'alpha', ignoreCase: true, include })).output
    expect(await search('*.log')).toBe('Nothing was found.')
    expect(await search('src/**/*.tsx')).toBe('src/deep/b.tsx\n  1: Alpha beta\n[1 match in 1 file.]')
    expect(await search('*.{ts,tsx}')).toContain('[2 matches in 2 files.]')
  })

  test('can show context lines, only file names, literal matches, or matches across lines', async () => {
    const bench = workspaceWith({ 'a.txt': 'one\ntwo (x)\nthree\nfour\nfive\ntwo\n' })
    const search = async (input: object) => (await bench.call('grep', { ...input } as never)).output
    expect(await search({ pattern: 'three', context: 1 })).toBe(
      'a.txt\n  2- two (x)\n  3: three\n  4- four\n[1 match in 1 file.]',
    )
    expect(await search({ pattern: 'two', filesOnly: true })).toBe('a.txt\n[1 file.]')
    expect(await search({ pattern: '(x)', literal: true })).toContain('2: two (x)')
    expect(await search({ pattern: 'three\\nfour', multiline: true })).toContain('3: three')
  })

  test('in one file needs that file judged by name, and searches it as it was opened', async () => {
    const bench = workspaceWith(tree)
    expect(await bench.inspect('grep', { pattern: 'x', path: '.env' })).toMatchObject([
      { target: '.env', verdict: 'ask' },
    ])
    expect((await bench.call('grep', { pattern: 'alpha', path: '.env' })).output).toBe(
      '.env\n  1: SECRET=alpha\n[1 match in 1 file.]',
    )
  })

  test('explains what is wrong with a pattern', async () => {
    const result = await workspaceWith(tree).call('grep', { pattern: '(' })
    expect(result).toMatchObject({ ok: false, output: expect.stringContaining('regex parse error') })
  })

  test('takes a pattern that looks like an option literally', async () => {
    const bench = workspaceWith({ 'a.txt': '--pre=sh\n' })
    expect((await bench.call('grep', { pattern: '--pre=sh' })).output).toContain('1: --pre=sh')
    expect((await bench.call('glob', { pattern: '--files' })).output).toBe('No file matches the pattern.')
  })

  test('cuts excessive results, and long lines', async () => {
    const bench = workspaceWith({ 'a.txt': 'x\n'.repeat(5_000), 'b.txt': `${'y'.repeat(10_000)}\n` })
    const many = (await bench.call('grep', { pattern: 'x' })).output
    expect(many).toMatch(/\[1,000 matches in 1 file, and more that are not shown/)
    const long = (await bench.call('grep', { pattern: 'y' })).output
    expect(long.length).toBeLessThan(700)
  })

  test('stops on request', async () => {
    const bench = workspaceWith(tree)
    const controller = new AbortController()
    controller.abort()
    expect(await bench.host.run(bench.request('grep', { pattern: 'a' }), controller.signal)).toEqual({
      ok: false,
      output: 'The search was stopped.',
    })
  })

  test('does not follow a folder that became a link after it was judged', async () => {
    const outside = folderOf({ 'a.txt': 'alpha\n' })
    const bench = workspaceWith(tree)
    const request = bench.request('grep', { pattern: 'alpha', path: 'src' })
    const resources = await bench.host.inspect(request)
    renameSync(join(bench.root, 'src'), join(bench.root, 'old'))
    symlinkSync(outside, join(bench.root, 'src'))
    expect(await bench.host.run({ ...request, resources }, new AbortController().signal)).toMatchObject({ ok: false })
  })

  test('does not block on a pipe in the tree', async () => {
    const bench = workspaceWith({ 'a.txt': 'alpha\n' })
    makePipe(join(bench.root, 'pipe'))
    expect((await bench.call('grep', { pattern: 'alpha' })).output).toContain('[1 match in 1 file.]')
  })
})

describe('a grep that would take minutes ends', () => {
  test.each(['(a{1000}){1000}', '((a{100}){100}){100}'])('because %s is refused for its size', async (pattern) => {
    const { ok, output } = await workspaceWith(tree).call('grep', { pattern })
    expect(ok).toBe(false)
    expect(output).toContain('size limit')
  })

  test('after its time limit, and says what to do', async () => {
    const folder = folderOf(tree as never)
    const place = { session: 's', task: 't', call: 'c', agent: 'a', workspace: folder } as never
    const slow = grepTool(join(folder, 'home'), () => AbortSignal.abort())
    const input = slow.input.parse({ pattern: 'alpha' })
    expect(await slow.run(input, place, new AbortController().signal)).toEqual({
      ok: false,
      output: expect.stringContaining('took too long and was stopped'),
    })
  })
})
