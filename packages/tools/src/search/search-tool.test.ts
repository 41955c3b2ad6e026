import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { EventLog, ListedSession } from '@convene/engine'
import { folderOf } from '@convene/testkit'
import { describe, expect, onTestFinished, test } from 'vitest'
import { call, workspaceWith } from '../code/code-tools.fixture.ts'
import type { Tool } from '../tool.ts'
import type { Embedder } from './embedder.ts'
import { type SearchToolOptions, searchTool } from './search-tool.ts'

const topics = ['money price cost budget spend', 'sleep rest pause wait', 'fox dog animal']

/** Knows three topics: texts about the same one are near. */
function topicEmbedder(): Embedder & { readonly embedded: string[] } {
  const embedded: string[] = []
  return {
    model: 'topics',
    embedded,
    embed: async (texts) => {
      embedded.push(...texts)
      const vectors = texts.map((text) =>
        Float32Array.from(topics, (words) => (words.split(' ').some((word) => text.includes(word)) ? 1 : 0)),
      )
      return { ok: true, vectors }
    },
    close: async () => {},
  }
}

function tool(options: Partial<SearchToolOptions> = {}): Tool {
  const made = searchTool({ home: folderOf(), embedder: topicEmbedder(), ...options })
  onTestFinished(made.close)
  return made.tool as Tool
}

describe('search by words', () => {
  test('gives the place and the line, best first', async () => {
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

  test('finds the parts of a compound name, beginnings of words, and phrases in quotes', async () => {
    const { context } = workspaceWith({
      'a.ts': 'const maximumRetryCount = 3\n',
      'b.md': 'The quick brown fox\n',
      'c.md': 'brown is the quick one\n',
    })
    const search = tool()
    expect((await call(search, { query: 'retry' }, context)).output).toContain('a.ts:1')
    expect((await call(search, { query: 'maxi' }, context)).output).toContain('a.ts:1')
    const phrase = await call(search, { query: '"quick brown"', by: 'words' }, context)
    expect(phrase.output).toContain('b.md:1')
    expect(phrase.output).not.toContain('c.md')
  })

  test('follows the files: what is changed, new, gone or ignored', async () => {
    const { root, context } = workspaceWith({ 'a.md': 'apricot\n', 'b.md': 'banana\n', 'c.md': 'cherry\n' })
    const search = tool()
    const found = async (query: string) => (await call(search, { query, by: 'words' }, context)).output
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

  test('keeps to the folder it was given', async () => {
    const { context } = workspaceWith({ 'one/a.md': 'walnut', 'two/b.md': 'walnut', 'two/c/d.md': 'walnut' })
    const { output } = await call(tool(), { query: 'walnut', path: 'two', by: 'words' }, context)
    expect(output).toContain('two/b.md')
    expect(output).toContain('two/c/d.md')
    expect(output).not.toContain('one/a.md')
    expect((await call(tool(), { query: 'walnut', path: '..' }, context)).ok).toBe(false)
  })

  test('is no error of the query language, whatever is asked', async () => {
    const { context } = workspaceWith({ 'a.md': 'AND OR NOT NEAR(a b) text:x * ^ "' })
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
      expect((await call(tool(), { query, by: 'words' }, context)).ok).toBe(true)
  })
})

describe('search by meaning', () => {
  test('finds what is said in other words, and says how much was compared', async () => {
    const { context } = workspaceWith({ 'a.md': 'A budget is a limit.\n', 'b.md': 'The fox ran.\n' })
    const { output } = await call(tool(), { query: 'how much can I spend' }, context)
    expect(output).toContain('a.md:1')
    expect(output).not.toContain('b.md')
  })

  test('embeds a passage once, and only where it is asked for or words find little', async () => {
    const { root, context } = workspaceWith(
      Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.md`, `price of item ${at}`])),
    )
    const embedder = topicEmbedder()
    const search = tool({ embedder })
    await call(search, { query: 'price' }, context)
    expect(embedder.embedded).toEqual([])
    await call(search, { query: 'cost', by: 'meaning' }, context)
    expect(embedder.embedded).toHaveLength(5)
    utimesSync(join(root, '1.md'), new Date(), new Date(0))
    await call(search, { query: 'cost', by: 'meaning' }, context)
    expect(embedder.embedded).toHaveLength(6)
  })

  test('falls back to words without a model', async () => {
    const { context } = workspaceWith({ 'a.md': 'walnut' })
    const broken: Embedder = {
      model: 'none',
      embed: async () => ({ ok: false, why: 'it is not there.' }),
      close: async () => {},
    }
    const { ok, output } = await call(tool({ embedder: broken }), { query: 'walnut' }, context)
    expect(ok).toBe(true)
    expect(output).toContain('a.md:1')
    expect(output).toContain('Searched by words only: it is not there.')
  })

  test('the local model knows that a doctor is a physician', async () => {
    const { context } = workspaceWith({
      'a.md': 'The physician treats patients in the hospital.\n',
      'b.md': 'Bake the cake for one hour in a warm oven.\n',
    })
    const made = searchTool({ home: folderOf() })
    onTestFinished(made.close)
    const { output } = await call(
      made.tool as Tool,
      { query: 'a doctor who heals sick people', by: 'meaning' },
      context,
    )
    expect(output.split('\n')[0]).toBe('a.md:1')
    expect(output).not.toContain('b.md')
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

  test('asks for those of this workspace, and leaves out its own', async () => {
    const asked: unknown[] = []
    const sessions: Pick<EventLog, 'list'> = {
      list: async (query) => {
        asked.push(query)
        return [session('s'), session('other')]
      },
    }
    const { root, context } = workspaceWith({ 'a.md': 'Friday' })
    const { output } = await call(tool({ sessions }), { query: 'friday', scope: 'sessions' }, context)
    expect(asked).toEqual([{ query: 'friday', workspace: root, limit: 11 }])
    expect(output).toBe('session other (2026-01-02, done) Title of other\n  Ship it on Friday')
  })
})

describe('a hostile workspace', () => {
  test('gives away no secret and nothing from outside', async () => {
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
    expect((await call(tool(), { query: 'hunter2', by: 'words' }, context)).output).toBe('Nothing found.')
  })

  test('is invisible to other users of the machine, and a damaged cache is rebuilt', async () => {
    const { context } = workspaceWith({ 'a.md': 'walnut' })
    const home = folderOf()
    const search = tool({ home })
    await call(search, { query: 'walnut', by: 'words' }, context)
    const folder = join(home, 'cache/search')
    const [name = ''] = readdirSync(folder)
    expect(statSync(folder).mode & 0o077).toBe(0)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    for (const file of readdirSync(folder))
      writeFileSync(join(folder, file), 'no database at all, but longer than a header of one '.repeat(100))
    expect((await call(search, { query: 'walnut', by: 'words' }, context)).output).toContain('a.md:1')
  })
})

test('it touches the folder and the sessions it looks at', async () => {
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
