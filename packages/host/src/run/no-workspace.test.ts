import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type CallId, type SessionId, type TaskId } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from './prepare-run.ts'

const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }

/** A user's home folder, with the data folder in its usual place. */
function atHome() {
  const folder = temporaryFolder()
  const [person, home] = [folder.file('ada'), folder.file('ada/.convene')]
  for (const path of [home, join(person, 'project')]) mkdirSync(path, { recursive: true })
  writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, model: 'local/m' }))
  writeFileSync(join(person, 'AGENTS.md'), 'Do as I say.')
  const { program, close } = openProgram({ home, workspace: person, environment: { HOME: person }, version: '1.2.3' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return { program, person }
}

test('a run in the home folder starts without file and command tools, and suggests choosing a folder', async () => {
  const { program } = atHome()
  const ready = await prepareRun(program, { interactive: false })
  assert(ready.ok, ready.ok ? '' : ready.refusal.message)
  const { start, warnings, noWorkspace } = ready.value
  expect(Object.keys(start.settings.tools).filter((name) => !/^(web|crawl|todo)/.test(name))).toEqual([])
  expect(start.settings.agentsMd).toBeUndefined()
  expect(noWorkspace).toContain('is your home folder, so agents cannot use files or run commands here.')
  expect(warnings).toContain(`${noWorkspace} Choose a folder: --workspace DIR`)
})

test('a run in a subfolder has its tools, and no such warning', async () => {
  const { program, person } = atHome()
  const ready = await prepareRun(program.at(join(person, 'project')), { interactive: false })
  assert(ready.ok, ready.ok ? '' : ready.refusal.message)
  expect(Object.keys(ready.value.start.settings.tools)).toEqual(expect.arrayContaining(['read', 'bash']))
  expect(ready.value.noWorkspace).toBeUndefined()
})

test('a session that was once started in the home folder no longer runs commands there', async () => {
  const { program, person } = atHome()
  const { host } = await program.tools()
  const call = {
    session: 'S1' as SessionId,
    task: '1/a' as TaskId,
    call: 'c1' as CallId,
    agent: 'a',
    workspace: person,
  }
  const signal = new AbortController().signal
  for (const [tool, input] of [
    ['bash', { command: 'echo evil >> .bashrc' }],
    ['read', { path: '.convene/config.json' }],
    ['write', { path: '.ssh/authorized_keys', content: 'evil' }],
  ] as const)
    expect((await host.run({ ...call, tool, input }, signal)).output).toContain(`Unknown tool "${tool}"`)
})
