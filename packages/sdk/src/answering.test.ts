import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  type Convene,
  convene,
  defineAgent,
  defineTool,
  type ModelCall,
  type ModelPart,
  type PermissionAnswer,
} from './index.ts'

let folder = ''
let team: Convene
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'convene-sdk-test-'))
  mkdirSync(join(folder, 'work'))
  team = opened()
})
afterEach(async () => {
  await team.close()
  rmSync(folder, { recursive: true, force: true })
})

const opened = () =>
  convene({
    workspace: join(folder, 'work'),
    store: { home: join(folder, 'home') },
    environment: {},
    tools: [note],
    models: { writes, mine: () => 'CLEAR: yes.' },
  })

const note = defineTool({
  name: 'note',
  description: 'Writes a note',
  input: z.object({ text: z.string() }),
  run: ({ text }) => {
    writeFileSync(join(folder, 'note.txt'), text)
    return 'Done.'
  },
})

/** Writes a note, then says what the tool returned. */
async function* writes({ messages }: ModelCall): AsyncGenerator<ModelPart> {
  const last = messages.at(-1)
  if (last?.role === 'tool') yield { type: 'text', text: last.ok ? 'Written.' : 'Refused.' }
  else yield { type: 'call', tool: 'note', input: { text: 'Hello' } }
}

const writer = defineAgent({ name: 'Writer', prompt: 'You write.' })
const writing = { goal: 'Write a note.', agents: [writer], model: 'writes/x' }
const panel = { goal: 'What comes first?', mode: 'panel', model: 'mine/x', limits: { maxCalls: 30 } }
const written = () => readdirSync(folder).includes('note.txt') && readFileSync(join(folder, 'note.txt'), 'utf8')
const gone = () => {
  throw new Error('The window was closed.')
}

/** A session that waits for a permission, left behind by a program that has exited. */
async function leftWaiting(): Promise<string> {
  const { session } = await (await team.run({ ...writing, onAsk: gone })).result
  await team.close()
  team = opened()
  return session
}

describe('a permission', () => {
  test('is denied in a run that only answers questions', async () => {
    const run = await team.run({ ...writing, onQuestion: () => 'approve' })
    expect(await run.result).toMatchObject({ state: 'completed', answer: 'Refused.' })
    expect(written()).toBe(false)
  })

  test.each([
    ['throws', gone, 'The window was closed.'],
    ['says something else', () => 'yes' as PermissionAnswer, 'Unknown answer "yes" to a permission.'],
  ])('is neither granted nor denied by a callback that %s, and the result says why', async (_name, onAsk, message) => {
    const result = await (await team.run({ ...writing, onAsk })).result
    expect(result).toMatchObject({
      state: 'waiting',
      pending: [{ agent: 'writer', tool: 'note' }],
      error: { message: expect.stringContaining(message) },
    })
    expect(written()).toBe(false)
  })

  test('keeps waiting in a session that is continued with other callbacks', async () => {
    const session = await leftWaiting()
    const again = await team.resume(session, { onQuestion: () => 'approve' })
    expect(await again.result).toMatchObject({ state: 'waiting', pending: [{ tool: 'note' }] })
  })
})

describe('a gate', () => {
  test('that nobody here can answer leaves the session waiting', async () => {
    const { session, state, error } = await (await team.run({ ...panel, onQuestion: gone })).result
    expect([state, error]).toEqual(['waiting', new Error('The window was closed.')])
    const again = await team.resume(session, { onAsk: () => 'once' })
    expect(await again.result).toMatchObject({ state: 'waiting', pending: [{ gate: 'topic' }] })
  })

  test('is answered later, with one word', async () => {
    const { session } = await (await team.run({ ...panel, onQuestion: gone })).result
    const run = await team.answer(session, 'approve')
    const types: string[] = []
    for await (const { type } of run) types.push(type)
    expect(types).toContain('question.answered')
    expect((await run.result).state).not.toBe('waiting')
  })
})

test('nobody speaks in the user’s seat if the program passes no questions on', async () => {
  await team.close()
  mkdirSync(join(folder, 'home'), { recursive: true })
  writeFileSync(join(folder, 'home', 'config.json'), JSON.stringify({ panel: { userSeat: true } }))
  team = opened()
  const run = await team.run({ ...panel, goal: 'A or B?', onAsk: () => 'deny' })
  expect(await run.result).toMatchObject({ state: 'cancelled', reason: 'undecided' })
  let told = ''
  for await (const event of run) told += JSON.stringify(event)
  expect(told).toContain('Your seat stays empty')
  expect(told).not.toContain('best assumptions')
})

describe('an answer after a restart', () => {
  test.each([
    ['once', 'Written.', 'Hello'],
    ['deny', 'Refused.', false],
  ])('%s continues the run', async (answer, said, content) => {
    const session = await leftWaiting()
    const run = await team.answer(session, answer)
    expect(await run.result).toMatchObject({ state: 'completed', answer: said })
    expect(written()).toBe(content)
  })

  test('that does not fit is refused, and the session keeps waiting', async () => {
    const session = await leftWaiting()
    await expect(team.answer(session, 'approve')).rejects.toMatchObject({ code: 'bad_answer' })
    await expect(team.answer(session, 'once', { id: 'other' })).rejects.toMatchObject({ code: 'nothing_pending' })
    const { pending = [] } = await (await team.resume(session)).result
    const run = await team.answer(session, 'once', { id: pending[0]?.id ?? '' })
    await run.result
    await expect(team.answer(session, 'once')).rejects.toThrow('Nothing in this session waits for an answer.')
  })

  test('names one of several pending items', async () => {
    const other = defineAgent({ name: 'Other', prompt: 'You write.' })
    const both = { ...writing, agents: [writer, other], mode: 'broadcast', onAsk: gone }
    const { session, pending = [] } = await (await team.run(both)).result
    expect(pending).toHaveLength(2)
    await expect(team.answer(session, 'once')).rejects.toMatchObject({ code: 'ambiguous_answer' })
    const first = await (await team.answer(session, 'deny', { id: pending[0]?.id ?? '' })).result
    expect([first.state, first.pending]).toEqual(['waiting', [pending[1]]])
  })
})
