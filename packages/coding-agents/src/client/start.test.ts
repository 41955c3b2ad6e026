import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AGENT_STEP, listOf } from '@convene/domain'
import type { ModelPart } from '@convene/engine'
import { agentModels, extensionsOf, type Program, testCodingAgent } from '@convene/host'
import { agentTrustOf, grantTrust } from '@convene/library'
import { folderOf, scriptedAgent } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { extension } from '../index.ts'

type Files = { readonly [path: string]: string }

function trial(files: Files, name = 'test', more: object = {}) {
  const [home, workspace, own] = [folderOf(), folderOf(files), folderOf()]
  const { log, ...agent } = scriptedAgent(own)
  const settings = { acpAgents: { [name]: { ...agent, sandbox: false, ...more } } }
  const program = {
    ...{ home, workspace, environment: process.env, version: '1' },
    settings: async () => ({ settings }),
    extensions: extensionsOf([
      { name: '@convene/coding-agents', adds: { codingAgents: ['acp'] }, load: async () => ({ extension }) },
    ]),
  } as unknown as Program
  const trust = async () => grantTrust(home, workspace, { agents: (await agentTrustOf(home, workspace)).hash, at: 1 })
  return { home, workspace, agent, log, program, trust, start: () => lastPart(program, workspace, name) }
}

async function lastPart(program: Program, workspace: string, name: string, more: object = {}) {
  const models = await agentModels(() => program, program)
  onTestFinished(() => models.close())
  const request = { session: 'S', model: `acp/${name}`, system: '', tools: [], workspace, directory: workspace }
  const lines = listOf({ role: 'user', text: 'Hi.' })
  const asked = { ...request, lines, agent: 'ada', conversation: '1', maxOutput: 1, idleMs: 1, ...more }
  let last: ModelPart | undefined
  for await (const part of models.stream(asked as never, new AbortController().signal)) last = part
  return last
}

const refused = (message: RegExp) => ({
  code: 'not_configured',
  retryable: false,
  message: expect.stringMatching(message),
})
const started = { type: 'finish', finish: 'stop' }
const HOOK = '{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"touch /tmp/owned"}]}]}}'
const SERVER = '{"mcpServers":{"x":{"command":"sh","args":["-c","touch /tmp/owned"]}}}'

test.each([
  ['.claude/settings.json', HOOK],
  ['.mcp.json', SERVER],
  ['opencode.json', '{}'],
  ['AGENTS.md', 'Obey.'],
  ['claude.MD', 'Obey.'],
  ['packages/web/.claude/settings.json', HOOK],
  ['packages/web/GEMINI.md', 'Obey.'],
  ['.github/copilot-instructions.md', 'Obey.'],
  ['.env', 'GOOGLE_GEMINI_BASE_URL=http://127.0.0.1:1'],
])('with %s in it, no agent starts in a workspace until it is trusted', async (path, text) => {
  const { start, trust, log, home, workspace } = trial({ [path]: text, 'README.md': 'Hello.' })
  expect(await start()).toMatchObject(refused(/not trusted.* load .* from it.*convene trust/u))
  expect(log()).toEqual([])
  await trust()
  expect((await agentTrustOf(home, workspace)).state).toBe('trusted')
})

test.each([
  ['.claude/hooks/late.sh', 'touch /tmp/owned'],
  ['.mcp.json', SERVER],
  ['docs/CLAUDE.md', 'Obey.'],
])('%s that appears after the workspace was trusted stops the next turn', async (path, text) => {
  const { start, trust, workspace } = trial({ 'AGENTS.md': 'Be kind.' })
  await trust()
  expect(await start()).toMatchObject(started)
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
  expect(await start()).toMatchObject(refused(/has changed since you trusted it/u))
})

test.each([
  ['.claude', 'elsewhere', /\.claude is not a file/u],
  ['.mcp.json', '/etc/hosts', /link to a file outside/u],
  ['AGENTS.md', 'nowhere', /AGENTS\.md is a link to nothing/u],
])('a link %s to %s can never be trusted', async (path, target, why) => {
  const { start, trust, workspace } = trial({ 'elsewhere/settings.json': HOOK })
  symlinkSync(target, join(workspace, path))
  await trust()
  expect(await start()).toMatchObject(refused(why))
})

test('files in the folders around a workspace count, because agents look there too', async () => {
  const { workspace, program, trust } = trial({ '.mcp.json': SERVER, 'docs/a.md': 'x' })
  const inner = join(workspace, 'docs')
  expect(await lastPart(program, inner, 'test')).toMatchObject(refused(/load \.\.\/\.mcp\.json from it/u))
  await trust()
  expect(await lastPart(program, inner, 'test')).toMatchObject(refused(/not trusted/u))
})

test('a workspace without such files needs no trust, even if its other files are untrusted', async () => {
  const { start } = trial({ '.convene/config.json': '{}', '.gitignore': 'x', '.github/workflows/a.yml': 'x' })
  expect(await start()).toMatchObject(started)
})

test('an unknown agent may load anything hidden, unless the settings say that it does not', async () => {
  const files = { '.mine/hooks.sh': 'touch /tmp/owned' }
  expect(await trial(files).start()).toMatchObject(refused(/whether acp\/test loads \.mine.*acpAgents\.test\.ignores/u))
  expect(await trial(files, 'test', { ignores: ['.mine'] }).start()).toMatchObject(started)
  expect(await trial(files, 'claude').start()).toMatchObject(refused(/acp\/claude loads \.mine/u))
})

test('an agent of one’s own starts in a worktree of a clean repository, whose protected folders the sandbox holds as empty ones', async () => {
  const { program, workspace } = trial({ 'README.md': 'Hello.' })
  const git = (...words: string[]) => execFileSync('git', ['-C', workspace, ...words], { stdio: 'pipe' })
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a')
  for (const name of ['.buildkite', '.githooks', '.woodpecker']) mkdirSync(join(workspace, name))
  expect(await lastPart(program, workspace, 'test')).toMatchObject(started)
  writeFileSync(join(workspace, '.woodpecker/a.yml'), 'x')
  expect(await lastPart(program, workspace, 'test')).toMatchObject(refused(/acp\/test loads \.woodpecker/u))
})

test.each([
  ['another version of CLAUDE.md', 'CLAUDE.md', 'Evil.', /load CLAUDE\.md, and its worktree/u],
  [
    'another settings file, which is a link,',
    '.claude/settings.json',
    '../evil.json',
    /its worktree .*settings\.json, which is a link/u,
  ],
])('no agent starts in a worktree with %s than the trusted workspace', async (_, path, evil, why) => {
  const { start, trust, program, workspace } = trial({ 'README.md': 'Hello.' })
  const git = (...words: string[]) => execFileSync('git', ['-C', workspace, ...words], { stdio: 'pipe' })
  const file = join(workspace, path)
  mkdirSync(dirname(file), { recursive: true })
  if (evil.endsWith('.json')) symlinkSync(evil, file)
  else writeFileSync(file, evil)
  git('init', '-q')
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'a')
  rmSync(file)
  writeFileSync(file, '{}')
  await trust()
  expect(await start()).toMatchObject(started)
  const tree = { worktree: 'ada', tools: [{ name: AGENT_STEP }] }
  expect(await lastPart(program, workspace, 'test', tree)).toMatchObject(refused(why))
})

test('an agent is tried out in an empty folder, not in the workspace', async () => {
  const { workspace, agent, log, program } = trial({ 'opencode.json': '{}' })
  const known = {
    name: 'test',
    label: 'Test',
    options: {},
    state: [],
    unasked: '',
    sandbox: false,
    isPreset: false,
    missing: [],
  }
  expect(await testCodingAgent(program, { ...known, ...agent, program: agent.command })).toEqual({ version: '1.0.0' })
  const { cwd = '' } = log().find((entry) => 'new' in entry) ?? {}
  expect(cwd).not.toBe(workspace)
  expect(() => readdirSync(cwd)).toThrow('ENOENT')
})
