import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@convene/protocol'
import { type ModelServer, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { attendSessions } from '../../apps/vscode/src/views/attend-sessions.ts'
import { settingsFor } from '../e2e/launch.ts'
import { asking } from './agents.ts'
import { type AppBeside, serveApp } from './app-beside.ts'
import { chatCast } from './chat-cast.ts'
import { runOnDesk } from './command-line.ts'
import { type EditorApp, openEditorApp } from './editor-app.ts'
import { deskIn } from './host.ts'

const folder = temporaryFolder()
const desk = deskIn(folder.path)
let models: ModelServer
let app: AppBeside
let editor: EditorApp

beforeAll(async () => {
  models = await startModelServer({ replies: chatCast })
  writeFileSync(join(desk.home, 'config.json'), JSON.stringify(settingsFor(models)))
  app = await serveApp(desk)
  editor = await openEditorApp({ root: folder.path, cast: {} })
})

afterAll(async () => {
  await editor?.close()
  app?.end()
  await models?.close()
  folder[Symbol.dispose]()
})

/** The app and the editor's program, each in its own process on one data folder. `there` is the other one. */
describe.each([
  ['the editor', 'the app', () => ({ here: editor.client, there: app.client })],
  ['the app', 'the editor', () => ({ here: app.client, there: editor.client })],
])('a run that %s has started, seen from %s while both are running,', (_here, _there, clients) => {
  const start = async (client: Client, wish: { readonly goal: string; readonly mode: string }) => {
    const created = await client.createSession({ ...wish, workspace: desk.workspace, model: 'local/scripted' })
    if (!created.ok) throw new Error(created.refusal.message)
    return created.value.id
  }

  test('is listed, and is announced when it waits', async () => {
    const { here, there } = clients()
    const told = Promise.withResolvers<string>()
    const leave = attendSessions(there, {
      changed: () => undefined,
      needed: ({ id, title }) => title === 'Does it wait?' && told.resolve(id),
      isShown: () => false,
      workspace: desk.workspace,
    })
    onTestFinished(leave)
    const id = await start(here, { goal: 'Does it wait?', mode: 'panel' })
    expect(await told.promise).toBe(id)
    const { ok, ...listed } = await there.approvals()
    expect(ok && JSON.stringify(listed)).toContain(id)
    await here.command({ id, type: 'stop' })
  })

  test('continues when its gate is passed there', async () => {
    const { here, there } = clients()
    const id = await start(here, { goal: 'Is it passed?', mode: 'panel' })
    await until(there, id, 'question.asked')
    expect(await there.command({ id, type: 'approve' })).toMatchObject({ ok: true })
    expect(await until(here, id, 'run.finished')).toMatchObject({ state: 'completed' })
  })

  test('runs a command that is allowed there', async () => {
    const { here, there } = clients()
    const id = await start(here, { goal: 'RUN it', mode: 'agent' })
    await until(there, id, 'permission.asked')
    const view = await there.session({ id })
    const [ask] = view.ok ? view.value.pending : []
    expect(ask?.ask).toMatchObject({ proposed: 'edit:made.txt', also: ['bash:echo made'], note: 'a redirection (>)' })
    expect(await there.answerApproval({ id: ask?.id ?? '', answer: 'once' })).toMatchObject({ ok: true })
    expect(await until(here, id, 'tool.finished')).toMatchObject({ ok: true })
    expect(await until(here, id, 'run.finished')).toMatchObject({ state: 'completed' })
  })

  test('ends when it is stopped there', async () => {
    const { here, there } = clients()
    const id = await start(here, { goal: 'SILENCE', mode: 'agent' })
    await until(there, id, 'effect.started')
    expect(await there.command({ id, type: 'stop' })).toMatchObject({ ok: true })
    expect(await until(here, id, 'run.finished')).toMatchObject({ state: 'cancelled' })
  })
})

test("a run with an editor's models waits for the editor once that is closed, and does not fail in the app or on a terminal", async () => {
  const root = temporaryFolder()
  const place = deskIn(root.path)
  const beside = await serveApp(place)
  onTestFinished(() => {
    beside.end()
    root[Symbol.dispose]()
  })
  const asked = Promise.withResolvers<void>()
  const never = () => new Promise<void>(() => asked.resolve())
  const first = await openEditorApp({ root: root.path, cast: {}, before: never })
  const { id } = await first.start({ agents: [{ name: 'ada', systemPrompt: 'You are ada.' }] })
  await asked.promise
  await first.close()
  // Every write makes the app look for runs without an owner, so after a whole run it has looked.
  const other = await beside.client.createSession({ goal: 'Why?', mode: 'agent', model: 'rehearsal/offline' })
  await until(beside.client, other.ok ? other.value.id : '', 'run.finished')
  // Not synchronously: this process would not notice that the app has closed a connection, and would reuse it.
  await expect(runOnDesk(place, 'resume', id)).rejects.toThrow(/^resume ended with 2: [\s\S]*Open it in VS Code/u)
  const view = await beside.client.session({ id })
  expect(view.ok && [view.value.session.phase, view.value.running]).toEqual(['running', false])
  const again = await openEditorApp({ root: root.path, cast: { ada: ['Here I am.'] } })
  onTestFinished(again.close)
  await again.client.sessions({ limit: 1 })
  expect(await until(again.client, id, 'run.finished')).toMatchObject({ state: 'completed', summary: 'Here I am.' })
})

test.each([
  ['open', true],
  ['closed', false],
])(
  'an answer from the app to a run with models of an editor that is %s lets the editor continue',
  async (_state, isOpen) => {
    const root = temporaryFolder()
    const place = deskIn(root.path)
    const beside = await serveApp(place)
    onTestFinished(() => {
      beside.end()
      root[Symbol.dispose]()
    })
    const call = [['write', { path: 'made.txt', content: 'x' }]] as const
    const cast = { ada: [call, 'Made.'] }
    const first = await openEditorApp({ root: root.path, cast })
    const { id } = await first.start({ agents: [{ name: 'ada', systemPrompt: 'You are ada.' }] })
    const { id: ask } = await asking(first.client, id)
    if (!isOpen) await first.close()
    const answered = await beside.client.answerApproval({ id: ask, answer: 'once' })
    expect(answered).toMatchObject({ ok: true, value: { notes: [expect.stringContaining('VS Code')] } })
    const again = isOpen ? first : await openEditorApp({ root: root.path, cast: { ada: ['Made.'] } })
    onTestFinished(again.close)
    await again.client.sessions({ limit: 1 })
    expect(await until(again.client, id, 'run.finished')).toMatchObject({ state: 'completed', summary: 'Made.' })
    expect(existsSync(join(place.workspace, 'made.txt'))).toBe(true)
  },
)

/** The first event of this kind that this client reports. */
function until(client: Client, session: string, type: string): Promise<unknown> {
  return new Promise((resolve) => {
    const unfollow = client.follow(session, 0, {
      events: (events) => {
        const found = events.find((event) => event.type === type)
        if (!found) return
        unfollow()
        resolve(found.data)
      },
    })
  })
}
