import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SessionId } from '@convene/domain'
import type { EventLog, ListedSession } from '@convene/engine'
import { callTool as call, folderOf, workspaceWith } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Tool } from '../tool.ts'
import { type SearchToolOptions, searchTool } from './search-tool.ts'

function tool(options: Partial<SearchToolOptions> = {}): Tool {
  const made = searchTool({ home: folderOf(), ...options })
  onTestFinished(made.close)
  return made.tool as Tool
}

describe('search by words', () => {
  test('returns the place and the line, best first', async () => {
    const { context } = workspaceWith({
      'src/cart.ts': '/** Adds up what is in the cart. */\n\nexport function totalOfCart() {\n  return 1\n}\n',
      'src/other.ts': 'export const other = 1\n',
      'README.md': '# Shop\n\nThe cart is kept in memory.\n',
    })
    const { output } = await call(tool(), { query: 'total of the cart' }, context)
    expect(output.split('\n')[0]).toBe('src/cart.ts:3')
    expect(output).toContain('README.md:3\n')
    expect(output).not.toContain('other.ts')
  })

  test('finds parts of a compound name, prefixes of words, and quoted phrases', async () => {
    const { context } = workspaceWith({
      'a.ts': 'const maximumRetryCount = 3\n',
      'b.md': 'The quick brown fox\n',
      'c.md': 'brown is the quick one\n',
    })
    const search = tool()
    expect((await call(search, { query: 'retry' }, context)).output).toContain('a.ts:1')
    expect((await call(search, { query: 'maxi' }, context)).output).toContain('a.ts:1')
    const phrase = await call(search, { query: '"quick brown"' }, context)
    expect(phrase.output).toContain('b.md:1')
    expect(phrase.output).not.toContain('c.md')
  })

  test('finds other forms of a word, and words in other languages by their prefixes', async () => {
    const { context } = workspaceWith({
      'a.md': 'First the rest.\n\nSpending is limited per run.\n',
      'b.md': 'Die Häuser sind verkauft.\n',
      'c.md': 'nothing of the kind\n',
    })
    const search = tool()
    const found = async (query: string) => (await call(search, { query }, context)).output
    expect(await found('who spends, and the limits')).toContain('a.md:3')
    expect(await found('haus verkauft')).toMatch(/^b\.md:1\n/)
    expect(await found('hausmeister')).toBe('Nothing found.')
  })

  test('keeps up with changed, new, deleted and ignored files', async () => {
    const { root, context } = workspaceWith({ 'a.md': 'apricot\n', 'b.md': 'banana\n', 'c.md': 'cherry\n' })
    const search = tool()
    const found = async (query: string) => (await call(search, { query }, context)).output
    expect(await found('apricot')).toContain('a.md:1')
    writeFileSync(join(root, 'a.md'), 'a longer damson\n')
    rmSync(join(root, 'b.md'))
    writeFileSync(join(root, '.gitignore'), 'c.md\n')
    writeFileSync(join(root, 'd.md'), 'elderberry\n')
    expect(await found('apricot')).toBe('Nothing found.')
    expect(await found('damson')).toContain('a.md:1')
    expect(await found('banana')).toBe('Nothing found.')
    expect(await found('cherry')).toBe('Nothing found.')
    expect(await found('elderberry')).toContain('d.md:1')
  })

  test('stays in the folder it was given', async () => {
    const { context } = workspaceWith({ 'one/a.md': 'walnut', 'two/b.md': 'walnut', 'two/c/d.md': 'walnut' })
    const { output } = await call(tool(), { query: 'walnut', path: 'two' }, context)
    expect(output).toContain('two/b.md')
    expect(output).toContain('two/c/d.md')
    expect(output).not.toContain('one/a.md')
    expect((await call(tool(), { query: 'walnut', path: '..' }, context)).ok).toBe(false)
  })

  test('a cache of an older version is rebuilt', async () => {
    const { root, context } = workspaceWith({ 'a.md': 'walnut' })
    const home = folderOf()
    const search = tool({ home })
    await call(search, { query: 'walnut' }, context)
    const [name = ''] = readdirSync(join(home, 'cache/search'))
    const old = new DatabaseSync(join(home, 'cache/search', name))
    old.exec('DROP TABLE words; PRAGMA user_version = 1')
    old.close()
    writeFileSync(join(root, 'b.md'), 'walnuts')
    const { output } = await call(search, { query: 'walnut' }, context)
    expect(output).toContain('a.md:1')
    expect(output).toContain('b.md:1')
  })

  test('without time to index reports how many files are missing', async () => {
    const { context } = workspaceWith({ 'a.md': 'walnut', 'b.md': 'walnut' })
    const { output } = await call(tool({ indexMs: 0 }), { query: 'walnut' }, context)
    expect(output).toBe('Nothing found.\n2 files not indexed yet. Search again to continue.')
  })

  test('accepts any query without a syntax error', async () => {
    const { context } = workspaceWith({ 'a.md': 'AND OR NOT NEAR(a b) text:x * ^ "' })
    const search = tool()
    for (const query of [
      '"',
      '""',
      'NEAR(',
      'a AND',
      'text: x',
      '* ^ -',
      "'; DROP TABLE files; --",
      '\u0000\ud800',
      '👍',
    ])
      expect((await call(search, { query }, context)).ok).toBe(true)
  })
})

describe('search over sessions', () => {
  const session = (id: string): ListedSession =>
    ({
      id: id as SessionId,
      title: `Title of ${id}`,
      goal: 'Ship it\non Friday',
      phase: 'done',
      createdAt: Date.UTC(2026, 0, 2),
    }) as ListedSession

  test('covers those in this workspace, except its own', async () => {
    const asked: unknown[] = []
    const sessions: Pick<EventLog, 'list'> = {
      list: async (query) => {
        asked.push(query)
        return [session('s'), session('other')]
      },
    }
    const { root, context } = workspaceWith({ 'a.md': 'Friday' })
    const { output } = await call(tool({ sessions }), { query: 'friday', scope: 'sessions' }, context)
    expect(asked).toEqual([
      { query: 'friday', workspace: root, sameSpaceAs: context.session, exceptTag: 'eval', limit: 11 },
    ])
    expect(output).toBe('session other (2026-01-02, done) Title of other\n  Ship it on Friday')
  })
})

describe('the index of a hostile workspace', () => {
  test('exposes no secrets, and nothing from outside', async () => {
    const outside = folderOf({ 'far.md': 'hunter2 far away' })
    const { root, context } = workspaceWith({
      '.env': 'TOKEN=hunter2',
      'secrets/a.txt': 'hunter2',
      'binary.md': Uint8Array.from([104, 0, 117]),
      'huge.md': `${'x '.repeat(400_000)}hunter2`,
      'long.ts': `const a = "${'y'.repeat(300_000)}"`,
    })
    symlinkSync(join(outside, 'far.md'), join(root, 'linked.md'))
    symlinkSync(outside, join(root, 'folder'))
    mkdirSync(join(root, 'sub'))
    symlinkSync('..', join(root, 'sub/loop'))
    expect((await call(tool(), { query: 'hunter2' }, context)).output).toBe('Nothing found.')
  })

  test('is invisible to other users of the machine, and a damaged cache is rebuilt', async () => {
    const { context } = workspaceWith({ 'a.md': 'walnut' })
    const home = folderOf()
    const search = tool({ home })
    await call(search, { query: 'walnut' }, context)
    const folder = join(home, 'cache/search')
    const [name = ''] = readdirSync(folder)
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    for (const file of readdirSync(folder))
      writeFileSync(join(folder, file), 'no database at all, but longer than a header of one '.repeat(100))
    expect((await call(search, { query: 'walnut' }, context)).output).toContain('a.md:1')
  })
})

test('it touches the folder and the sessions it searches', async () => {
  const { context } = workspaceWith({ 'src/a.md': '' })
  const search = tool()
  const inspect = async (input: object) => search.inspect(await search.input.parseAsync(input), context)
  expect(await inspect({ query: 'x' })).toMatchObject([
    { permission: 'search', target: '.' },
    { permission: 'search', target: 'sessions' },
  ])
  expect(await inspect({ query: 'x', path: 'src', scope: 'workspace' })).toMatchObject([
    { permission: 'search', target: 'src' },
  ])
})
