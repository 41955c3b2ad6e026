import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type SessionId } from '@convene/domain'
import { temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from '../run/prepare-run.ts'
import { teamOfSession } from './team-of-session.ts'

const agent = (model: string) => `---\nname: Own\nslug: own\nmodel: ${model}\n---\n\nYou are your own.\n`

test('a saved team names a model only if the agent or its team named it', async () => {
  const folder = temporaryFolder()
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [join(home, 'agents'), workspace]) mkdirSync(path, { recursive: true })
  const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }
  writeFileSync(join(home, 'config.json'), JSON.stringify({ providers, model: 'local/usual' }))
  writeFileSync(join(home, 'agents/own.md'), agent('local/special'))
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1.2.3' })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  const saved = async (model?: string) => {
    const ready = await prepareRun(program, { interactive: false, agents: ['own', 'security'], model })
    assert(ready.ok, 'it can be prepared')
    const id = (await program.ids()).next() as SessionId
    const run = { type: 'create', goal: 'Why?', workspace, run: ready.value.start } as const
    await (await program.engine()).resume(id, run)
    await (await program.engine()).send(id, { type: 'stop' })
    const team = await teamOfSession(program, id)
    assert(team.ok, 'it can be saved')
    return team.value.members
  }
  expect(await saved()).toEqual(['own', 'security'])
  expect(await saved('local/for-this-run')).toEqual(['own', 'security'])
})
