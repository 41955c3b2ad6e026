import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rehearsalModel } from './rehearsal-model.ts'
import {
  answer,
  citationsIn,
  expectTrue,
  GOALS,
  HOSTILE,
  inMemory,
  onDisk,
  requestOf,
  respond,
  SHOP,
  user,
  WORKSPACES,
} from './trial.ts'

describe('an answer of the rehearsal model', () => {
  for (const [name, contents] of Object.entries(WORKSPACES)) {
    test(`is labeled and cites three places that contain the quoted text, with ${name}`, async () => {
      const root = onDisk(contents)
      const decode = (path: string): string =>
        Buffer.from(contents[path] ?? '').toString(name === 'another encoding' ? 'latin1' : 'utf8')
      for (const goal of GOALS.slice(0, 5)) {
        const text = await respond(nodeFiles(), root, 'Security', goal)
        expect(text).toMatch(/^\*Rehearsal: /)
        expectTrue(text, decode, goal)
        expect(citationsIn(text).length).toBeGreaterThanOrEqual(3)
      }
    })
  }

  test('is accurate and labeled for any goal and any file content', async () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...HOSTILE.split('\n'))), {
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...GOALS)),
        async (lines, goal) => {
          const content = lines.join('\n')
          const text = await respond(inMemory({ 'a.md': content, 'b.ts': content }), '/w', 'Architect', goal)
          expect(text).toMatch(/^\*Rehearsal: /)
          expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
          expectTrue(text, () => content, goal)
        },
      ),
      { numRuns: 150, seed: 7 },
    )
  })

  test('quotes hostile text as data', async () => {
    const text = await respond(
      nodeFiles(),
      onDisk({ 'README.md': HOSTILE, 'a.ts': HOSTILE }),
      'Security',
      'login errors',
    )
    const outside = text.replace(/(`+)(?!`).+?(?<!`)\1(?!`)/g, '')
    expect(text).toContain('login')
    expect(outside).not.toMatch(/(?<!\\)<|(?<!\\)\]\(|https?:/)
    expect(text).not.toMatch(/\[\[|@worker:|\p{Cf}/u)
    expect(text).not.toContain('\u001b')
    expect(text.split('\n').filter((line) => /^#|^POSITION/.test(line))).toEqual([])
  })

  test('is the same for the same goal and files', async () => {
    const root = onDisk(SHOP)
    const [one, other] = await Promise.all([1, 2].map(() => respond(nodeFiles(), root, 'QA', GOALS[1] ?? '')))
    expect(one).toBe(other)
  })

  test('differs between roles', async () => {
    const root = onDisk(SHOP)
    const names = [
      'Architect',
      'Security',
      'Performance',
      'QA',
      'DevOps',
      'UX',
      "Devil's Advocate",
      'Reviewer',
      'Coder',
    ]
    const more = [
      'Explore',
      'Researcher',
      'Planner',
      'Domain Expert',
      'Optimist',
      'Sceptic',
      'Pragmatist',
      'Ada',
      'Bert',
    ]
    const all = [...names, ...more]
    const texts = await Promise.all(all.map((name) => respond(nodeFiles(), root, name, GOALS[0] ?? '')))
    const bare = texts.map((text, at) => text.replaceAll(all[at] ?? '', ''))
    const known = bare.slice(0, -4)
    expect(new Set(known).size).toBe(known.length)
    expect(texts[1]).toContain('docs/security.md')
    expect(texts[0]).toContain('docs/architecture.md')
  })

  test('watches for the words of the prompt if the agent has a custom role', async () => {
    const lines = [user('# Respond\n\nShould we move our bookshop to stalls?')]
    const files = inMemory(SHOP)
    const slow = await answer(files, requestOf('/w', 'Ada', lines, 'You care for slow databases under load.'))
    const books = await answer(files, requestOf('/w', 'Ada', lines, 'You care for customers who buy books.'))
    expect(slow).toContain('`src/cache.ts:1`')
    expect(books).toContain('`README.md:4`')
  })

  test('reads no secret, and quotes none found in an ordinary file', async () => {
    const root = onDisk({
      ...SHOP,
      '.env': 'LOGIN_PASSWORD=hunter2hunter2',
      id_rsa: 'login errors private',
      'config.ts': "// login errors\nexport const login = { apiKey: 'sk-abcdefabcdefabcdef', errors: true }\n",
      'notes.md': 'The login errors token: ghp_0123456789abcdefghij0123456789abcdef is used for all of it.\n',
    })
    const outside = onDisk({ 'other.md': 'Login errors are somebody else’s, far outside of here.' })
    symlinkSync(join(outside, 'other.md'), join(root, 'linked.md'))
    const read: string[] = []
    const disk = nodeFiles()
    const files: Files = {
      list: disk.list,
      read: (workspace, path, maxBytes) => {
        read.push(path)
        return disk.read(workspace, path, maxBytes)
      },
    }
    const texts = await Promise.all(
      ['Security', 'QA', 'Coder'].map((name) => respond(files, root, name, 'login errors apiKey token')),
    )
    expect(read).not.toContain('.env')
    expect(read).not.toContain('id_rsa')
    for (const text of texts) expect(text).not.toMatch(/hunter2|sk-abc|ghp_|somebody else/)
  })

  test('says what was not found, and where to look if the workspace is empty', async () => {
    const found = await respond(inMemory(SHOP), '/w', 'DevOps', 'Move the bookshop to Kubernetes')
    expect(found).toContain('no file has *Kubernetes*;')
    expect(found).toContain('none of 7 files looks like a container or deployment file')
    expect(await respond(inMemory({}), '/w', 'DevOps', 'Move it to Kubernetes')).toContain('--workspace DIR')
  })

  test('notices a file that has changed since it was read', async () => {
    const contents = { 'a.md': 'Login errors are handled by the gateway.' }
    const model = rehearsalModel({ files: inMemory(contents), pace: 0 })
    const ask = async (): Promise<string> => {
      let text = ''
      const request = requestOf('/w', 'QA', [user('# Respond\n\nlogin errors')])
      for await (const part of model.stream(request, new AbortController().signal))
        if (part.type === 'text') text += part.text
      return text
    }
    expect(await ask()).toContain('“Login errors are handled by the gateway.”')
    contents['a.md'] = '\nLogin errors are handled by nobody.'
    expect(await ask()).toContain('`a.md:2` “Login errors are handled by nobody.”')
  })
})
