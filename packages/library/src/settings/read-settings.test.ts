import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { hasErrors } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { read, said } from './read-settings.fixture.ts'
import { readSettings } from './read-settings.ts'
import { defaultSettings } from './settings.ts'

describe('settings', () => {
  test('are the defaults if there is no file', () => {
    const reading = read({})
    expect(reading.settings).toEqual(defaultSettings)
    expect(reading.problems).toEqual([])
    expect(reading.sources.map(({ layer, digest }) => [layer, digest])).toEqual([
      ['user', null],
      ['workspace', null],
    ])
  })

  test('come from the user, overridden by a trusted workspace', () => {
    const { settings, problems } = read({
      user: '{ "model": "a/one", "variables": { "x": "1", "y": "2" }, "plan": { "maxParallel": 2 }, }',
      workspace: '{ "model": "b/two", "variables": { "y": "3" }, "limits": { "maxTurns": 9 } }',
      trusted: true,
    })
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ model: 'b/two', variables: { x: '1', y: '3' }, limits: { maxTurns: 9 } })
    expect(settings).toMatchObject({ plan: { maxParallel: 2 } })
  })

  test('keep the permission rules of user and workspace as two layers, in the order written', () => {
    const { settings } = read({
      user: '{ "permissions": { "bash": { "*": "ask", "git *": "allow" } } }',
      workspace: '{ "permissions": { "edit": "deny" } }',
      trusted: true,
    })
    expect(settings.permissions).toEqual([
      { layer: 'user', rules: { bash: { '*': 'ask', 'git *': 'allow' } } },
      { layer: 'workspace', rules: { edit: 'deny' } },
    ])
  })

  test('never read a .env file', () => {
    const workspace = folderOf({ '.env': 'OPENAI_API_KEY=secret', '.convene/.env': 'CONVENE_MODEL=a/b' })
    expect(readSettings({ home: workspace, workspace, trusted: true }).settings).toEqual(defaultSettings)
  })
})

describe('an invalid value', () => {
  test.each([
    {
      text: '{\n  "limits": {\n    "maxTurns": 500\n  }\n}',
      problem: '3:5: limits.maxTurns: found 500, expected a whole number from 1 to 100, or null. The default is used.',
    },
    {
      text: '{ "verbosity": "loud" }',
      problem: '1:3: verbosity: found "loud", expected "brief", "detailed", "full". The default is used.',
    },
    {
      text: '{ "pool": ["a/b", "c"] }',
      problem:
        '1:19: pool[1]: found "c", expected provider/model, such as openai/gpt-5 or rehearsal/offline. It is left out.',
    },
    {
      text: '{ "plan": { "maxParallel": "3" } }',
      problem: '1:13: plan.maxParallel: found "3", expected a whole number from 1 to 32. The default is used.',
    },
    {
      text: '{ "mcpServers": { "a": { "url": "ftp://x" } } }',
      problem: '1:26: mcpServers.a.url: found "ftp://x", expected an http or https address. It is left out.',
    },
    {
      text: '{ "defaultAgent": "Not A Slug" }',
      problem:
        '1:3: defaultAgent: found "Not A Slug", expected lower-case letters, digits and hyphens. The default is used.',
    },
  ])('that is safe to replace is a warning: $problem', ({ text, problem }) => {
    const reading = read({ user: text })
    expect(said(reading)).toEqual([problem])
    expect(hasErrors(reading.problems)).toBe(false)
  })

  test.each([
    {
      text: '{\n "limits": { "maxCostUsd": -1 } }',
      problem: '2:14: limits.maxCostUsd: found -1, expected a number above 0, or null.',
    },
    {
      text: '{ "permissions": { "bash": { "git *": "yes" } } }',
      problem: '1:30: permissions.bash["git *"]: found "yes", expected "allow", "ask", "deny".',
    },
    {
      text: '{ "providers": { "x": { "typ": "openai" } } }',
      problem: '1:25: providers.x.typ: unknown key.',
    },
    {
      text: '{ "prices": { "a/b": { "input": 3 } } }',
      problem: '1:15: prices.a/b.output: is missing; expected a number, at least 0.',
    },
    {
      text: '{ "models": { "a/b": { "context": "big" } } }',
      problem: '1:24: models.a/b.context: found "big", expected a whole number, at least 1000.',
    },
    {
      text: '{ "models": { "a/b": { "contxt": 9000 } } }',
      problem: '1:24: models.a/b.contxt: unknown key.',
    },
    {
      text: '{ "models": { "a/b": { "reasoning": ["huge"] } } }',
      problem: '1:38: models.a/b.reasoning[0]: found "huge", expected "off", "low", "medium", "high", "max".',
    },
  ])('for providers, permissions or money is an error: $problem', ({ text, problem }) => {
    const reading = read({ user: text })
    expect(said(reading)).toEqual([problem])
    expect(hasErrors(reading.problems)).toBe(true)
  })

  test('does not affect other values', () => {
    const { settings } = read({ user: '{ "verbosity": 1, "model": "a/b", "pool": ["x", "c/d", 7, "e/f"] }' })
    expect(settings).toMatchObject({ model: 'a/b', pool: ['c/d', 'e/f'], verbosity: 'detailed' })
  })

  test('is never shown if it may be a secret', () => {
    const reading = read({
      user: '{ "providers": { "x": { "apiKey": ["sk-1"], "apiKeyEnv": "sk-2 x", "baseURL": "sk-3", "headers": { "a": 4444 } } }, "mcpServers": { "m": { "command": "c", "env": { "T": 5555 } } } }',
    })
    expect(reading.problems).toHaveLength(5)
    expect(said(reading).join('\n')).not.toMatch(/sk-\d|4444|5555/)
  })

  test('reaches the terminal without control or bidi characters', () => {
    const reading = read({ user: '{ "verbosity": "\\u001b[31m\\u202e", "\\u001b]0;x": 1 }' })
    expect(reading.problems).toHaveLength(2)
    expect(said(reading).join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('an unknown key', () => {
  test('is reported with what was probably meant', () => {
    expect(said(read({ user: '{\n  "modle": "a/b",\n  "limits": { "maxTurn": 3 } }' }))).toEqual([
      '2:3: modle: unknown setting, ignored. Did you mean "model"?',
      '3:15: limits.maxTurn: unknown setting, ignored. Did you mean "limits.maxTurns"?',
    ])
  })

  test('that appears twice is reported', () => {
    expect(said(read({ user: '{ "model": "a/b",\n "model": "c/d" }' }))).toEqual([
      '2:2: model: this key is in the file more than once. The last one counts.',
    ])
  })
})

describe('an unreadable file', () => {
  test.each([
    {
      name: 'malformed',
      content: '{\n  "model": "a/b"\n  "pool": []\n}',
      problem: '3:3: expected "," or "}", found "\\""',
    },
    { name: 'a list', content: '[]', problem: '1:1: expected an object in braces, found a list.' },
    {
      name: 'from a newer version',
      content: '{ "version": 2 }',
      problem: '1:3: version: is 2, but this version supports only up to 1. Update convene to use this file.',
    },
    {
      name: 'without a valid version',
      content: '{ "version": "x" }',
      problem: '1:3: version: found "x", expected a whole number from 1 to 1.',
    },
    {
      name: 'with a __proto__ key',
      content: '{ "__proto__": { "model": "a/b" } }',
      problem: '1:3: the key "__proto__" is not allowed',
    },
    { name: 'binary', content: '{}\0', problem: ' is not a text file: it contains a NUL character' },
    {
      name: 'too large',
      content: `{}${' '.repeat(5_000_000)}`,
      problem: ' is 5000002 bytes, but the limit is 1000000',
    },
  ])('is an error with its place: $name', ({ content, problem }) => {
    const reading = read({ user: content })
    expect(said(reading)).toEqual([problem])
    expect(hasErrors(reading.problems)).toBe(true)
    expect(reading.settings).toEqual(defaultSettings)
  })

  test('that is a folder, a link out of the workspace or not UTF-8 is an error', () => {
    const home = folderOf({ 'config.json/x': '', other: '{}' })
    const workspace = folderOf({ '.convene/x': '' })
    symlinkSync(join(home, 'other'), join(workspace, '.convene/config.json'))
    expect(said(readSettings({ home, workspace, trusted: true }))).toEqual([
      ' is not a file',
      ' is a link to a file outside the workspace and was not read',
    ])
    const broken = folderOf({ 'config.json': new Uint8Array([0xff, 0xfe, 0x00]) })
    expect(said(readSettings({ home: broken, workspace, trusted: true }))[0]).toBe(' is not UTF-8 text')
  })

  test('is not a problem if its folder is missing', () => {
    const home = join(folderOf(), 'none')
    mkdirSync(home)
    expect(readSettings({ home, workspace: join(home, 'none'), trusted: false }).problems).toEqual([])
    expect(existsSync(join(home, 'config.json'))).toBe(false)
  })
})
