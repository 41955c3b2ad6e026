import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { calls, says, scriptedModel } from '@convene/testkit'
import { expect, test } from 'vitest'
import { editor, spoken } from './editor.fixture.ts'

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
const server = (name: string) => ({
  name,
  command: process.execPath,
  args: [everything],
  env: [{ name: 'A', value: 'b' }],
})

test("an agent can call the editor's MCP servers, and each call is asked about", async () => {
  const model = scriptedModel(calls('mcp_my_tools_echo', { message: 'Hello.' }), says('Done.'))
  const { prompt, asked, updates } = await editor(model, { option: () => 'once', mcpServers: [server('my tools')] })
  await prompt('/agent Call it.')
  expect(asked.map(({ toolCall }) => toolCall.title).join()).toContain('mcp_my_tools_echo')
  expect(JSON.stringify(model.requests.at(-1)?.lines)).toContain('Echo: Hello.')
  expect(spoken(updates, 'agent_thought_chunk')).not.toContain('left out')
})

test('an unusable server is named once, and a denied call never reaches one', async () => {
  const model = scriptedModel(calls('mcp_x_echo', { message: 'Hello.' }), says('No.'), says('Again.'))
  const bad = { type: 'http' as const, name: 'bad', url: 'ftp://example.com', headers: [] }
  const { prompt, updates } = await editor(model, { option: () => 'deny', mcpServers: [bad, server('x')] })
  await prompt('/agent Call it.')
  await prompt('/agent Call it again.')
  expect(spoken(updates, 'agent_thought_chunk').match(/MCP server bad is left out/gu)).toHaveLength(1)
  expect(JSON.stringify(model.requests.at(1)?.lines)).not.toContain('Echo: Hello.')
})

test('an agent reads unsaved text, and cannot change the file until it is saved', async () => {
  const edits = calls('edit', { path: 'a.txt', oldString: 'saved', newString: 'changed' })
  const reads = calls('read', { path: 'a.txt' })
  const buffers: Record<string, string> = { 'a.txt': 'typed\n', 'b.txt': 'one\ntwo\n' }
  const model = scriptedModel(
    reads,
    edits,
    calls('read', { path: 'b.txt' }),
    says('Wait.'),
    reads,
    edits,
    says('Done.'),
  )
  const { prompt, cwd } = await editor(model, { option: () => 'once', buffers })
  const file = join(cwd, 'a.txt')
  writeFileSync(file, 'saved\n')
  writeFileSync(join(cwd, 'b.txt'), 'one\r\ntwo\r\n')
  await prompt('/agent Change it.')
  const said = (index: number) => JSON.stringify(model.requests.at(index)?.lines)
  expect(said(1)).toMatch(/typed.*not saved/u)
  expect(said(2)).toMatch(/a\.txt.*changes in the user's editor that are not saved/u)
  expect(said(3)).not.toMatch(/two.*text in the user's editor/u)
  expect(readFileSync(file, 'utf8')).toBe('saved\n')
  delete buffers['a.txt']
  await prompt('It is saved.')
  expect(readFileSync(file, 'utf8')).toBe('changed\n')
})

test.each(['panel', 'plan', 'broadcast'])('/%s starts a run with the chosen team', async (mode) => {
  const { prompt, agent, sessionId, program } = await editor(undefined, {}, { model: 'rehearsal/offline' })
  await agent.request('session/set_config_option', { sessionId, configId: 'team', value: 'quick-panel' })
  await prompt(`/${mode} Should we test?`)
  const state = await (await program.engine()).state(sessionId as SessionId)
  expect([state?.run?.mode, state?.run?.team.slug]).toEqual([mode, 'quick-panel'])
})
