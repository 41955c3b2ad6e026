import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SessionId } from '@convene/domain'
import { openStore } from '@convene/store'
import { deed, runProgram, scriptedAgent, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'

const child = fileURLToPath(new URL('agent-child.ts', import.meta.url))
const session = '01KE0000000000000000000001' as SessionId
const goal = [
  'Do it.',
  deed({ do: 'say', text: 'Before.' }),
  deed({ do: 'ask', kind: 'execute', title: 'Run the tests', input: { command: 'npm test' } }),
  deed({ do: 'say', text: 'After.' }),
].join('\n')

/** A data folder with the scripted agent, and a workspace. */
function place() {
  const folder = temporaryFolder()
  onTestFinished(() => folder[Symbol.dispose]())
  const [home, workspace, own] = ['home', 'workspace', 'agent'].map((name) => folder.file(name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, workspace, own]) mkdirSync(path)
  const { log, ...agent } = scriptedAgent(own)
  const settings = { acpAgents: { test: { ...agent, sandbox: false } } }
  writeFileSync(join(home, 'config.json'), JSON.stringify(settings))
  const run = (killAt: string, asked = goal) => runProgram([process.execPath, child, home, workspace, asked, killAt])
  return { home, run, log }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.each([
  ['effect.started', 2],
  ['model.replied', 1],
  ['permission.asked', 1],
  ['tool.finished', 1],
])('killed at %s with its agent, a run continues, and no turn in the log is repeated', async (killAt, most) => {
  const { home, run, log } = place()
  expect((await run(killAt)).signal).toBe('SIGKILL')
  expect(await run('')).toMatchObject({ out: 'completed' })
  const prompts = log().flatMap(({ prompt }) => prompt ?? [])
  expect(prompts.filter((text) => text.includes('@deed')).length).toBeLessThanOrEqual(most)
  const store = openStore(home)
  const events = await store.log.read(session)
  await store.close()
  const replies = events.flatMap((event) => (event.type === 'model.replied' ? [event.data.effect] : []))
  expect(new Set(replies).size).toBe(replies.length)
  const pids = log().flatMap((entry) => (entry.new ? [Number(/^s(\d+)-/u.exec(entry.new)?.[1])] : []))
  // A killed process is gone a moment after the one that killed it.
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test.each(['model.replied', 'task.finished'])(
  'killed at %s while its agent waits for a subagent, a run continues, and nothing in the log is handed on again',
  async (killAt) => {
    const { home, run, log } = place()
    const input = { agentName: 'explore', prompt: 'Look.' }
    const handing = `Do it.\n${deed({ do: 'team', calls: [{ tool: 'task', input }] })}`
    expect((await run(killAt, handing)).signal).toBe('SIGKILL')
    expect(await run('', handing)).toMatchObject({ out: 'completed' })
    const store = openStore(home)
    const events = await store.log.read(session)
    await store.close()
    expect(events.filter(({ type }) => type === 'tool.called')).toHaveLength(1)
    expect(events.flatMap((event) => (event.type === 'task.finished' ? [event.agent] : []))).toEqual([
      'explore',
      'coder',
    ])
    const heard = log().flatMap(({ prompt }) => prompt ?? [])
    expect(heard.at(-1)).toMatch(/interrupted.*Your call of task was carried out.*Done\./su)
  },
)
