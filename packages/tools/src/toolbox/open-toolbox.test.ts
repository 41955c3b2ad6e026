import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CallId, SessionId, TaskId } from '@convene/domain'
import { silentTelemetry } from '@convene/engine'
import { defaultSettings } from '@convene/library'
import { systemClock } from '@convene/platform'
import { folderOf } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openToolbox, type Toolbox } from './open-toolbox.ts'

const shout = `export default {
  name: 'shout', description: 'Says it loudly.', readOnly: true, permission: 'shout',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  run: async ({ text }) => text.toUpperCase(),
}`

function open(options: { trusted?: boolean; mcpServers?: typeof defaultSettings.mcpServers } = {}): Toolbox {
  const workspace = folderOf({ '.convene/tools/shout.mjs': shout, 'notes.md': 'Notes.' })
  const { trusted = false, mcpServers = {} } = options
  const settings = { ...defaultSettings, mcpServers }
  const [home, environment, version] = [folderOf(), { PATH: process.env.PATH }, '0']
  const toolbox = openToolbox({
    home,
    workspace,
    trusted,
    settings,
    environment,
    clock: systemClock(),
    log: silentTelemetry.log,
    version,
  })
  onTestFinished(() => toolbox.close())
  return Object.assign(toolbox, { workspace })
}

const request = (toolbox: Toolbox, tool: string, input: { [name: string]: string }) => ({
  session: 's' as SessionId,
  task: 't' as TaskId,
  call: 'c' as CallId,
  agent: 'coder',
  workspace: (toolbox as Toolbox & { workspace: string }).workspace,
  tool,
  input,
})

test('every built-in tool has a unique name and a schema', () => {
  const tools = open().list()
  expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length)
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'read',
      'list',
      'glob',
      'grep',
      'write',
      'edit',
      'multiedit',
      'patch',
      'bash',
      'webfetch',
      'websearch',
      'crawl',
      'todo',
      'skill',
      'search',
    ]),
  )
  for (const { input, source } of tools)
    expect({ type: input.type, source }).toEqual({ type: 'object', source: 'built-in' })
})

test('a trusted workspace’s tool is listed and runs, and a call alone is enough to load it', async () => {
  const toolbox = open({ trusted: true })
  const call = request(toolbox, 'shout', { text: 'hello' })
  expect(await toolbox.host.inspect(call)).toMatchObject([{ permission: 'shout' }])
  expect(await toolbox.host.run(call, new AbortController().signal)).toMatchObject({ ok: true, output: 'HELLO' })
  expect(toolbox.list()).toContainEqual(expect.objectContaining({ name: 'shout', source: 'custom' }))
})

test('an untrusted workspace’s tool does not run, and is reported as skipped', async () => {
  const toolbox = open()
  await toolbox.ready()
  expect(toolbox.list().some(({ name }) => name === 'shout')).toBe(false)
  expect(toolbox.problems()).toMatchObject([{ code: 'untrusted' }])
})

test('a server that cannot start is reported by name, and nothing starts before it is needed', async () => {
  const mark = join(folderOf(), 'started')
  const toolbox = open({ mcpServers: { broken: { command: 'sh', args: ['-c', `touch ${mark}; exit 1`] } } })
  await toolbox.host.inspect(request(toolbox, 'read', { path: 'notes.md' }))
  expect(existsSync(mark)).toBe(false)
  await toolbox.ready()
  expect(existsSync(mark)).toBe(true)
  expect(toolbox.problems().map(({ key }) => key)).toContain('mcpServers.broken')
})
