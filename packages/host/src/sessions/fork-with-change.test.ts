import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import { folderOf, says, scriptedModel } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from '../run/prepare-run.ts'
import { forkWithChange } from './fork-with-change.ts'

const local = {
  model: 'local/x',
  providers: { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } },
}

test('a fork whose run is refused leaves nothing behind', async () => {
  const home = folderOf({ 'config.json': JSON.stringify(local) })
  const workspace = folderOf()
  const model = scriptedModel(says('a'), says('b'))
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1', model })
  onTestFinished(() => close())
  const [engine, { log }] = await Promise.all([program.engine(), program.store()])
  const id = (await program.ids()).next() as SessionId
  for (const type of ['create', 'run'] as const) {
    const run = await prepareRun(program, { mode: 'agent', interactive: true })
    if (!run.ok) throw new Error(run.refusal.message)
    await engine.resume(id, { type, goal: 'x', workspace, run: run.value.start } as never)
    await engine.rested(id)
  }
  mkdirSync(join(home, 'images', id), { recursive: true })
  writeFileSync(join(home, 'images', id, 'a'), 'a')
  const from = await engine.state(id)
  if (!from) throw new Error('no session')
  const change = { type: 'fact', text: 'It is late.' } as const
  const refusal = { code: 'no_model', message: 'No.' }
  const refused = await forkWithChange(program, from, change, { interactive: true, refuses: async () => refusal })
  expect(refused).toEqual({ ok: false, refusal })
  expect((await log.list({ limit: 9 })).map((row) => row.id)).toEqual([id])
  expect(readdirSync(join(home, 'images'))).toEqual([id])
  const made = await forkWithChange(program, from, change, { interactive: true })
  if (!made.ok) throw new Error(made.refusal.message)
  expect(await log.list({ limit: 9 })).toHaveLength(2)
  expect(existsSync(join(home, 'images', made.value.id, 'a'))).toBe(true)
})
