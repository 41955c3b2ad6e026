import { join } from 'node:path'
import { folderOf } from '@convene/testkit'
import { expect, test } from 'vitest'
import { agentRegistry } from './agent-registry.ts'
import { readAgent } from './read-agent.ts'

test('tool overrides alone leave the agent all its tools', async () => {
  const text = '---\nname: Ada\ntools:\n  overrides:\n    bash:\n      timeout: 5\n---\nYou are Ada.\n'
  const { agent, problems } = await readAgent('ada.md', text)
  expect(problems).toEqual([])
  expect(agent?.tools).toEqual({ except: [], overrides: { bash: { timeout: 5 } } })
})

test('two files of one folder with the same slug are a warning that names both', async () => {
  const ada = '---\nname: Ada\nslug: ada\n---\nYou are Ada.\n'
  const home = folderOf({ 'agents/ada.md': ada, 'agents/other.md': ada })
  const registry = agentRegistry({ home, workspace: join(home, 'nowhere') })
  const found = (await registry.problems()).filter(({ code }) => code === 'same_slug')
  expect(found).toMatchObject([{ severity: 'warning', file: join(home, 'agents/other.md') }])
  expect(found[0]?.message).toContain('ada.md')
})
