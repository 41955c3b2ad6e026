import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { openProgram } from '@convene/host'
import { folderOf } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { extension } from '../index.ts'

/** A program on a machine with these executables on its PATH. */
function programWith(...programs: readonly string[]) {
  const path = folderOf(Object.fromEntries(programs.map((name) => [name, '#!/bin/sh\n'])))
  for (const name of programs) chmodSync(join(path, name), 0o755)
  const environment = { PATH: path }
  const own = {
    name: '@convene/coding-agents',
    adds: { codingAgents: ['acp'] },
    load: async () => ({ extension }),
  } as const
  const places = { home: folderOf(), workspace: folderOf() }
  const { program, close } = openProgram({ ...places, environment, version: '1', optional: [own] })
  onTestFinished(close)
  return program
}

const known = ['claude-code', 'codex', 'gemini-cli', 'copilot', 'opencode', 'goose', 'qwen-code']

test('coding agents are offered as seats if they are installed, in the colour of their logo', async () => {
  const registry = await programWith('codex-acp', 'qwen').agents()
  const offered = (await registry.list()).map(({ agent }) => agent).filter(({ slug }) => known.includes(slug))
  expect(offered.map(({ slug, model, color }) => [slug, model, color])).toEqual([
    ['codex', 'acp/codex', '#10A37F'],
    ['qwen-code', 'acp/qwen', '#615CED'],
  ])
})

test('one that is not installed is found by its slug, so a run can say what is missing', async () => {
  const registry = await programWith().agents()
  expect((await registry.list()).map(({ agent }) => agent.slug)).not.toContain('claude-code')
  expect((await registry.get('claude-code'))?.agent).toMatchObject({ name: 'Claude Code', model: 'acp/claude' })
})

test.each([
  [[], ['claude-code', 'codex', 'gemini-cli']],
  [['gemini'], ['gemini-cli', 'coder', 'reviewer']],
  [
    ['qwen', 'copilot', 'goose', 'opencode'],
    ['copilot', 'opencode', 'goose'],
  ],
])('with %j installed, the built-in teams of coding agents seat %j', async (programs, members) => {
  const teams = await programWith(...programs).teams()
  expect(teams.get('three-agents')?.team.members).toEqual(members)
  expect(teams.list().find(({ team }) => team.slug === 'panel-of-agents')?.team.members).toEqual(members)
  expect(teams.get('quick-panel')?.team.members).toEqual(['architect', 'security', 'performance'])
})
