import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ask } from '@convene/domain'
import { expect, onTestFinished, test } from 'vitest'
import type { Program } from '../program.ts'
import { rememberAlways } from './remember.ts'

const ask = { proposed: 'bash:git push', resource: 'git push', rule: 'bash: * (user)' } as unknown as Ask

/** A program of which only the settings are read. */
async function withSettings<T>(
  text: string | null,
  use: (program: Program, read: () => string) => Promise<T>,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), 'convene-remember-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const file = join(home, 'config.json')
  if (text !== null) writeFileSync(file, text)
  const program = { home, workspace: home }
  return use(program as unknown as Program, () => readFileSync(file, 'utf8'))
}

test.each([
  ['no file', null, { bash: { 'git *': 'allow' } }],
  ['no rules', '{ "version": 1 }', { bash: { 'git *': 'allow' } }],
  [
    'rules for patterns',
    '{ "permissions": { "bash": { "ls *": "allow" } } }',
    { bash: { 'ls *': 'allow', 'git *': 'allow' } },
  ],
  [
    'one rule for everything',
    '{ "permissions": { "bash": "ask", "edit": "deny" } }',
    { bash: { '*': 'ask', 'git *': 'allow' }, edit: 'deny' },
  ],
  ['an allow for everything', '{ "permissions": { "bash": "allow" } }', { bash: 'allow' }],
])('a rule is added to settings with %s, and the other rules stay', (_, before, permissions) =>
  withSettings(before, async (program, read) => {
    expect(await rememberAlways(program, ask, 'bash:git *')).toContain('config.json')
    expect(JSON.parse(read())).toMatchObject({ permissions })
  }),
)

test('the call’s other asks are saved along with the proposed pattern, but not with another one', async () => {
  const line = { ...ask, also: ['bash:npm test', 'edit:a.txt'] } as Ask
  await withSettings('{ "permissions": { "bash": "ask" } }', async (program, read) => {
    await rememberAlways(program, line, 'bash:git push')
    expect(JSON.parse(read()).permissions).toEqual({
      bash: { '*': 'ask', 'git push': 'allow', 'npm test': 'allow' },
      edit: { 'a.txt': 'allow' },
    })
  })
  await withSettings(null, async (program, read) => {
    await rememberAlways(program, line, 'bash:git *')
    expect(JSON.parse(read()).permissions).toEqual({ bash: { 'git *': 'allow' } })
  })
})

test('comments in the file stay', () =>
  withSettings('{\n  // mine\n  "permissions": { "edit": "ask" }\n}\n', async (program, read) => {
    await rememberAlways(program, ask, 'bash:git *')
    expect(read()).toContain('// mine')
  }))

test('an unreadable file is left alone, and the user learns why', () =>
  withSettings('{ not json', async (program, read) => {
    expect(await rememberAlways(program, ask, 'bash:git *')).toContain('Allowed in this session only')
    expect(read()).toBe('{ not json')
  }))

test('a stricter rule from another layer is reported, because it still asks', () =>
  withSettings(null, async (program) => {
    const said = await rememberAlways(program, { ...ask, rule: 'bash: * (agent)' }, 'bash:git *')
    expect(said).toContain('the agent has a stricter rule')
  }))
