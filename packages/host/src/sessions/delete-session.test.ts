import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionId } from '@convene/domain'
import type { Model } from '@convene/engine'
import { expect, onTestFinished, test } from 'vitest'
import { openProgram } from '../open-program.ts'
import { prepareRun } from '../run/prepare-run.ts'
import { deleteSession } from './delete-session.ts'
import { findTrashed, restoreTrashed } from './restore-session.ts'

/** A model that does not answer until it is stopped. */
function silentModel() {
  const asked = Promise.withResolvers<void>()
  let aborted = 0
  const model: Model = {
    async *stream(_request, signal) {
      asked.resolve()
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
      aborted += 1
      yield { type: 'failed', code: 'network', message: 'stopped', retryable: false }
    },
  }
  return { model, asked: asked.promise, aborted: () => aborted }
}

async function runningSession() {
  const home = mkdtempSync(join(tmpdir(), 'convene-delete-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const silent = silentModel()
  const { program, close } = openProgram({ home, workspace: home, environment: {}, version: '0', model: silent.model })
  onTestFinished(close)
  const prepared = await prepareRun(program, { agents: ['coder'], interactive: false })
  if (!prepared.ok) throw new Error(prepared.refusal.message)
  const id = (await program.ids()).next() as SessionId
  const engine = await program.engine()
  await engine.resume(id, { type: 'create', goal: 'Wait', workspace: home, run: prepared.value.start })
  await silent.asked
  return { program, id, silent, engine }
}

test('a session running in this process is stopped, and deleted completely', async () => {
  const { program, id, silent, engine } = await runningSession()
  expect(await deleteSession(program, id)).toBe('deleted')
  expect(silent.aborted()).toBe(1)
  const { log } = await program.store()
  expect([await log.head(id), await log.list({}), engine.live]).toEqual([0, [], 0])
  const found = await findTrashed(program, id.slice(-8).toLowerCase())
  expect(found).toMatchObject({ ok: true, value: { id, title: 'Wait' } })
  if (found.ok) expect(await restoreTrashed(program, found.value)).toMatchObject({ ok: true })
  expect(await log.list({})).toMatchObject([{ id, phase: 'cancelled' }])
})

test('a session keeps running if the user does not confirm', async () => {
  const { program, id, silent } = await runningSession()
  expect(await deleteSession(program, id, async () => false)).toBe('kept')
  expect(silent.aborted()).toBe(0)
  expect(await (await program.engine()).state(id)).toMatchObject({ run: { phase: 'running' } })
})
