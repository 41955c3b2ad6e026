import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from '@convene/engine'
import { nodeFiles } from '@convene/platform'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
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
} from './rehearsal.fixture.ts'
import { rehearsalModel } from './rehearsal-model.ts'

describe('an answer of the rehearsal model', () => {
  for (const [name, contents] of Object.entries(WORKSPACES)) {
    test(`is labeled and quotes only what the cited lines say, with ${name}`, async () => {
      const root = onDisk(contents)
      const decode = (path: string): string =>
        Buffer.from(contents[path] ?? '').toString(name === 'another encoding' ? 'latin1' : 'utf8')
      for (const goal of GOALS.slice(0, 5)) {
        const text = await respond(nodeFiles(), root, 'Security', goal)
        expect(text).toMatch(/^\*Rehearsal: /)
        expectTrue(text, decode)
      }
    })
  }

  test('is accurate and labeled for any goal and any file content', async () => {
    const points = fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
      .map((all) => String.fromCodePoint(...all))
    const texts = fc.array(fc.oneof(points, fc.constantFrom(...HOSTILE.split('\n'))), {
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
          expectTrue(text, () => content)
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

  test('quotes one line per file: the one with the most words from the goal', async () => {
    const text = await respond(inMemory(SHOP), '/w', 'QA', 'How does a login check the password?')
    const paths = citationsIn(text).map(({ path }) => path)
    expect(paths).toHaveLength(3)
    expect(new Set(paths).size).toBe(3)
    expect(text).toContain('`docs/security.md:1` “Every login checks the password and issues a token.”')
  })

  test('reads no secret files, and quotes no secret from an ordinary file', async () => {
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

  test('says so if there is nothing to quote', async () => {
    expect(await respond(inMemory({}), '/w', 'DevOps', 'Move it to Kubernetes')).toContain('Nothing that can be quoted')
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
