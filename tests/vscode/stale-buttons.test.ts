import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { approvalId } from '@convene/domain'
import type { CallResult, Client, PendingView } from '@convene/protocol'
import { type ModelServer, startModelServer, temporaryFolder } from '@convene/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOnce, type Press } from '../../apps/vscode/src/approvals/answer-once.ts'
import { type Item, pastAnswer } from '../../apps/vscode/src/approvals/past-answer.ts'
import { settingsFor } from '../e2e/launch.ts'
import { asking } from './agents.ts'
import { chatCast } from './chat-cast.ts'
import { type EditorApp, openEditorApp } from './editor-app.ts'
import { deskIn } from './host.ts'

const folder = temporaryFolder()
const desk = deskIn(folder.path)
let models: ModelServer
let editor: EditorApp

beforeAll(async () => {
  models = await startModelServer({ replies: chatCast })
  writeFileSync(join(desk.home, 'config.json'), JSON.stringify(settingsFor(models)))
  editor = await openEditorApp({ root: folder.path, cast: {} })
})

afterAll(async () => {
  await editor?.close()
  await models?.close()
  folder[Symbol.dispose]()
})

/** A user who presses buttons, and everything the editor says to them. */
function user() {
  const said: string[] = []
  const tell = (text: string) => void said.push(text)
  const answer = answerOnce({ client: async () => editor.client, changed: () => undefined, inform: tell, warn: tell })
  const press = (
    session: string,
    item: Item,
    send: () => Promise<CallResult<unknown>>,
    more: Partial<Press<object>> = {},
  ) => answer({ session, item, button: 'it', input: async () => ({}), send, ...more })
  return { said, press }
}

async function start(goal: string, mode: string, more: object = {}): Promise<string> {
  const { workspace } = desk
  const created = await editor.client.createSession({ goal, mode, workspace, model: 'local/scripted', ...more })
  if (!created.ok) throw new Error(created.refusal.message)
  return created.value.id
}

/** What the session waits for, once it does. */
async function pendingIn(session: string, type: string): Promise<PendingView> {
  await new Promise<void>((resolve) => {
    const unfollow = editor.client.follow(session, 0, {
      events: (events) => {
        if (!events.some((event) => event.type === type)) return
        unfollow()
        resolve()
      },
    })
  })
  const view = await editor.client.session({ id: session })
  const [pending] = view.ok ? view.value.pending : []
  if (!pending) throw new Error('Nothing is pending.')
  return pending
}

const never = () => Promise.reject(new Error('It must not be sent.'))
const unasked = { input: () => Promise.reject(new Error('Nothing must be asked.')) }

test('a gate that was approved elsewhere says so, and asks for no reason to reject it', async () => {
  const { said, press } = user()
  const id = await start('Is it passed?', 'panel')
  const gate = (await pendingIn(id, 'question.asked')).question?.id ?? ''
  await editor.client.command({ id, type: 'approve', gate })
  expect(await press(id, { kind: 'gate', id: gate }, never, unasked)).toBe(false)
  expect(said).toEqual(['This was already answered. Approved.'])
  await editor.ended(id)
  await press(id, { kind: 'gate', id: gate }, never, unasked)
  expect(said[1]).toBe(said[0])
})

test('a gate that was sent back says that a new version is waiting', async () => {
  const { said, press } = user()
  const id = await start('Is it sent back?', 'panel')
  const gate = (await pendingIn(id, 'question.asked')).question?.id ?? ''
  await editor.client.command({ id, type: 'reject', feedback: 'Name the readers.', gate })
  await expect.poll(async () => ['', gate].includes(await gateOf(id))).toBe(false)
  await press(id, { kind: 'gate', id: gate }, never, unasked)
  expect(said).toEqual([
    'This was already answered. Sent back: Name the readers. A new version is waiting for your answer.',
  ])
  await editor.client.command({ id, type: 'stop' })
})

async function gateOf(id: string): Promise<string> {
  const view = await editor.client.session({ id })
  return (view.ok && view.value.pending[0]?.question?.id) || ''
}

test('a permission that was denied elsewhere while its reason was typed says so', async () => {
  const { said, press } = user()
  const id = await start('RUN it', 'agent')
  const { ask, id: approval } = await asking(editor.client, id)
  const input = async () => {
    await editor.client.answerApproval({ id: approval, answer: 'deny', reason: 'Not now' })
    return {}
  }
  const send = () => editor.client.answerApproval({ id: approvalId(id, ask?.id ?? ''), answer: 'once' })
  expect(await press(id, { kind: 'ask', id: ask?.id ?? '' }, send, { input })).toBe(false)
  expect(said).toEqual(['This was already answered. Denied: Not now.'])
})

test('a double click is one answer, and nothing is said about the second click', async () => {
  const { said, press } = user()
  const id = await start('RUN it', 'agent')
  const { ask, id: approval } = await asking(editor.client, id)
  const send = () => editor.client.answerApproval({ id: approval, answer: 'once' })
  const item = { kind: 'ask', id: ask?.id ?? '' } as const
  expect(await Promise.all([press(id, item, send), press(id, item, send)])).toEqual([true, false])
  expect(said).toEqual([])
  await editor.ended(id)
})

test('what nobody answered before the run was stopped can no longer be answered', async () => {
  const { said, press } = user()
  const id = await start('Is it stopped?', 'panel')
  const gate = (await pendingIn(id, 'question.asked')).question?.id ?? ''
  await editor.client.command({ id, type: 'stop' })
  await press(id, { kind: 'gate', id: gate }, never, unasked)
  await press(id, { kind: 'vote', id: 'd1', options: ['a', 'b'] }, never, unasked)
  const ended = 'This can no longer be answered. The run has ended: Stopped by you.'
  expect(said).toEqual([ended, ended])
})

test('the turn that the user has taken is not taken twice', async () => {
  const { said, press } = user()
  const id = await start('Is it my turn?', 'panel', { settings: { userSeat: true }, yes: true })
  const turn = (await pendingIn(id, 'question.asked')).question?.id ?? ''
  const text = 'One writer keeps the order.'
  const send = () => editor.client.command({ id, type: 'answer', text, question: turn })
  expect(await press(id, { kind: 'question', id: turn }, send)).toBe(true)
  await press(id, { kind: 'question', id: turn }, never, unasked)
  expect(said).toEqual(['You have already taken this turn.'])
  await editor.client.command({ id, type: 'stop' })
})

test('a text that is refused can be changed, and is sent again', async () => {
  const { said, press } = user()
  const id = await start('Is it edited?', 'panel')
  const gate = (await pendingIn(id, 'question.asked')).question?.id ?? ''
  const refusal = { ok: false, refusal: { status: 409, code: 'bad_plan', message: 'Step s2 has no owner.' } } as const
  const texts = ['Nobody writes it.', 'Decide it.']
  const input = async () => ({ text: texts.shift() ?? '' })
  const send = async (_client: Client, { text }: { readonly text: string }) =>
    texts.length > 0 ? refusal : editor.client.command({ id, type: 'approve', text, gate })
  expect(await press(id, { kind: 'gate', id: gate }, send as never, { input, repeats: true })).toBe(true)
  expect(said).toEqual(['Step s2 has no owner.'])
  expect(await pastAnswer(editor.client, id, { kind: 'gate', id: gate })).toBe(
    'This was already answered. Approved with your changes.',
  )
  await editor.client.command({ id, type: 'stop' })
})

test('a session that was deleted, or a program that cannot be reached, is a message and not an error', async () => {
  const { said, press } = user()
  await press('01JUNKJUNKJUNKJUNKJUNKJUNK', { kind: 'gate', id: 'x' }, never, unasked)
  expect(said).toHaveLength(1)
  const tell = (text: string) => void said.push(text)
  const context = { changed: () => undefined, inform: tell, warn: tell }
  const answer = answerOnce({ client: () => Promise.reject(new Error('No Node.js was found.')), ...context })
  const item = { kind: 'gate', id: 'x' } as const
  expect(await answer({ session: 'S', item, button: '', input: never, send: never })).toBe(false)
  expect(said[1]).toBe('No Node.js was found.')
})
