import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, type Command, type Event, type SessionId } from '@convene/domain'
import type { Model } from '@convene/engine'
import { answerOf } from '@convene/reading'
import { answers, calls, hangs, says, scriptedModel, temporaryFolder } from '@convene/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { PendingAnswer } from '../approvals/pending.ts'
import { openProgram } from '../open-program.ts'
import type { Program } from '../program.ts'
import { prepareRun } from '../run/prepare-run.ts'
import type { HostRunRequest } from '../run/run-request.ts'
import { type Drive, drive, type Watcher } from './drive.ts'

const providers = { local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:9/v1' } }

/** A program whose models follow a script. A rehearsal would get no tools. */
function opened(model: Model): Program {
  const folder = temporaryFolder()
  const [home, workspace] = [folder.file('home'), folder.file('workspace')]
  for (const path of [home, workspace]) mkdirSync(path)
  writeFileSync(join(home, 'config.json'), JSON.stringify({ model: 'local/x', providers }))
  const { program, close } = openProgram({ home, workspace, environment: {}, version: '1.2.3', model })
  onTestFinished(async () => {
    await close()
    folder[Symbol.dispose]()
  })
  return program
}

async function started(program: Program, request: Partial<HostRunRequest>, watcher: Watcher): Promise<Drive> {
  const ready = await prepareRun(program, { interactive: true, ...request })
  assert(ready.ok, 'the run is ready')
  const session = (await program.ids()).next() as SessionId
  const { workspace } = program
  const command: Command = { type: 'create', goal: 'Why test?', workspace, run: ready.value.start }
  return driven(program, session, command, watcher)
}

async function driven(program: Program, session: SessionId, command: Command, watcher: Watcher, after = 0) {
  const result = await drive(program, { session, command, watcher, after })
  assert(!('refusal' in result), 'refusal' in result ? result.refusal.message : '')
  onTestFinished(result.end)
  return result
}

const writesOnce = [calls('write', { path: 'a.txt', content: 'a' }), says('Written.')]
const allow = ({ id }: PendingAnswer): Command => ({ type: 'permit', ask: id as never, answer: 'once', by: 'user' })

test('passes on every event once and in order, and rests when the run has ended', async () => {
  const events: Event[] = []
  const watcher: Watcher = { events: (batch) => void events.push(...batch) }
  const { rested } = await started(opened(scriptedModel(says('Because.'))), { agents: ['coder'] }, watcher)
  const { run, seq } = await rested
  expect(run?.phase).toBe('completed')
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1))
})

test('the answer of a broadcast is its members’ own text, in seat order, and not references to it', async () => {
  const events: Event[] = []
  const model = scriptedModel(answers(({ agent }) => `I am ${agent}.`))
  const watcher: Watcher = { events: (batch) => void events.push(...batch) }
  const { rested } = await started(opened(model), { agents: ['security', 'architect'] }, watcher)
  const session = await rested
  expect(session.run?.finished?.summary).toContain('[m')
  expect(answerOf(session, events)).toMatch(/^## Security.*\n\nI am security\.\n\n## Architect\n\nI am architect\.$/u)
})

test('passes on an ask, and continues after the answer', async () => {
  const watcher: Watcher = {
    events: () => {},
    answers: true,
    waiting: (pending) => void driving.then(({ send }) => send(allow(pending))),
  }
  const driving = started(opened(scriptedModel(...writesOnce)), { agents: ['coder'] }, watcher)
  expect((await (await driving).rested).run?.phase).toBe('completed')
})

test('rests at an ask if nobody answers here, and reports when it was answered elsewhere', async () => {
  const program = opened(scriptedModel(...writesOnce))
  const seen = Promise.withResolvers<[PendingAnswer, AbortSignal]>()
  const watcher: Watcher = { events: () => {}, waiting: (pending, _, settled) => seen.resolve([pending, settled]) }
  const { rested } = await started(program, { agents: ['coder'] }, watcher)
  const [pending, settled] = await seen.promise
  const { id, run } = await rested
  expect([run?.finished, pending.kind, settled.aborted]).toEqual([null, 'ask', false])
  const told = new Promise((resolve) => settled.addEventListener('abort', resolve))
  await (await program.engine()).resume(id, allow(pending))
  await told
})

test('rests at an ask once nobody is watching', async () => {
  const asked = Promise.withResolvers<void>()
  const watcher: Watcher = { events: () => {}, answers: true, waiting: () => asked.resolve() }
  const { rested, end } = await started(opened(scriptedModel(...writesOnce)), { agents: ['coder'] }, watcher)
  await asked.promise
  end()
  expect((await rested).run?.finished).toBe(null)
})

test('passes on what a follow-up asks, even though the run has finished', async () => {
  const program = opened(scriptedModel(says('Because.'), ...writesOnce))
  const first = await (await started(program, { agents: ['coder'] }, { events: () => {} })).rested
  const asked: string[] = []
  const watcher: Watcher = {
    events: () => {},
    answers: true,
    waiting: (pending) => {
      asked.push(pending.kind)
      void driving.then(({ send }) => send(allow(pending)))
    },
  }
  const driving = driven(program, first.id, { type: 'message', text: 'Write it down.' }, watcher, first.seq)
  const { run } = await (await driving).rested
  expect([asked, run?.phase]).toEqual([['ask'], 'completed'])
})

test('ends at once, even while it looks for something pending', async () => {
  const driving = await started(
    opened(scriptedModel(says('x'))),
    { agents: ['coder'] },
    { events: () => {}, waiting: () => {} },
  )
  driving.end()
  // A busy loop would keep this from ever being reached.
  await new Promise((resolve) => setTimeout(resolve, 20))
})

test('ends with its program, even if nobody waits for it', async () => {
  const model = scriptedModel(hangs())
  await started(opened(model), { agents: ['coder'] }, { events: () => {} })
  await model.until(({ requests }) => requests.length > 0)
  // The program is closed next. An unhandled rejection would fail this file.
})

test('a command that the session refuses does not start a drive', async () => {
  const program = opened(scriptedModel())
  const session = (await program.ids()).next() as SessionId
  const command: Command = { type: 'stop' }
  expect(await drive(program, { session, command, watcher: { events: () => {} } })).toHaveProperty('refusal.code')
})
