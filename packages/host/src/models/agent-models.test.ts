import { readdirSync } from 'node:fs'
import { listOf } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { folderOf, scriptedAgent } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { agentModels } from './agent-models.ts'
import { tryCodingAgent } from './coding-agents.ts'

function trial(files: { readonly [path: string]: string }, state = 'trusted') {
  const [home, workspace, own] = [folderOf(), folderOf(files), folderOf()]
  const { log, ...agent } = scriptedAgent(own)
  const settings = { acpAgents: { test: { ...agent, sandbox: false } } }
  const program = {
    ...{ home, workspace, environment: process.env, version: '1' },
    trust: async () => ({ state }),
    settings: async () => ({ settings }),
  } as never
  return { home, workspace, agent, log, program }
}

async function lastPart(files: { readonly [path: string]: string }, state: string): Promise<ModelPart | undefined> {
  const { workspace, program } = trial(files, state)
  const models = agentModels(() => program, program)
  onTestFinished(() => models.close())
  const request = { session: 'S', model: 'acp/test', system: '', tools: [], workspace, directory: workspace }
  const more = {
    lines: listOf({ role: 'user', text: 'Hi.' }),
    agent: 'ada',
    conversation: '1',
    maxOutput: 1,
    idleMs: 1,
  }
  let last: ModelPart | undefined
  for await (const part of models.stream({ ...request, ...more } as never, new AbortController().signal)) last = part
  return last
}

test.each([
  ['untrusted', { 'opencode.json': '{}' }],
  ['changed', { '.claude/settings.json': '{}' }],
])('in a workspace that is %s, no agent is started that would load files from it', async (state, files) => {
  const message = expect.stringMatching(/not trusted.*load (opencode.json|.claude) from it.*convene trust/u)
  expect(await lastPart(files, state)).toMatchObject({ code: 'not_configured', retryable: false, message })
})

test.each([
  ['trusted', { '.claude/settings.json': '{}' }],
  ['untrusted', { 'AGENTS.md': 'Be kind.' }],
])('in a workspace that is %s, agents start otherwise', async (state, files) => {
  expect(await lastPart(files, state)).toMatchObject({ type: 'finish', finish: 'stop' })
})

test('the trial of an agent runs in an empty folder, not in the workspace', async () => {
  const { workspace, agent, log, program } = trial({ 'opencode.json': '{}' })
  const known = { name: 'test', label: 'Test', options: {}, state: [], unasked: '', sandbox: false, missing: [] }
  expect(await tryCodingAgent(program, { ...known, ...agent, program: agent.command })).toEqual({ version: '1.0.0' })
  const { cwd = '' } = log().find((entry) => 'new' in entry) ?? {}
  expect(cwd).not.toBe(workspace)
  expect(() => readdirSync(cwd)).toThrow('ENOENT')
})
