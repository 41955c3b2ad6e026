import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { REST_MS } from '../../apps/cli/src/chat/typing.ts'
import { lacksTerminals, newPlace, type OnTerminal, settingsFor, type TestFolders } from './launch.ts'
import { calling, fixesSum, plantBug } from './workspace.ts'

let place: TestFolders
beforeEach(() => {
  place = newPlace()
})
afterEach(() => place.remove())

const GOAL = 'Tell me what the notes say.'
const plainly = (text: string) => stripVTControlCharacters(text).replaceAll(/\s+/gu, ' ')

/** Types a line like a user: the text, then Enter. */
const enters = (person: OnTerminal, line: string) => {
  person.types(line)
  person.types('\r')
}

/** Longer than a typing pause: only then does a single key answer. */
const rests = () => setTimeout(REST_MS + 200)

const sessions = async (): Promise<readonly { id: string; phase: string }[]> =>
  JSON.parse((await place.convene('sessions', '--json')).stdout)

test('without a terminal it refuses and names what to use instead', async () => {
  const { code, stderr } = await place.convene('chat', GOAL)
  expect([code, stderr]).toEqual([2, expect.stringContaining('convene run')])
  expect(await sessions()).toEqual([])
})

describe.skipIf(lacksTerminals())('a chat', () => {
  test('takes a goal, answers a follow-up, shows the result again, and leaves', async () => {
    const person = place.onTerminal('chat')
    await person.says('goal ›')
    enters(person, GOAL)
    await person.says('follow-up ›')
    enters(person, 'Who writes to the queue?')
    await person.says('Asked “Who writes to the queue?”')
    enters(person, '/result')
    await person.says('› /result')
    enters(person, '/quit')
    const { code, stdout } = await person.ended
    const [session, ...others] = await sessions()
    expect([code, others]).toEqual([0, []])
    expect(plainly(stdout)).toContain('To choose yourself, begin with /panel')
    expect(stdout).toContain(`convene chat ${session?.id.slice(-8)}`)
    const result = plainly(stdout.slice(stdout.indexOf('› /result')))
    expect(result).toContain('Asked “Tell me what the notes say.”')
    expect(result).not.toContain('Asked “Who writes')
  })

  test('continues the newest session, refuses one that does not exist, and starts another with a mode', async () => {
    const first = await place.onTerminal('run', GOAL, '--mode', 'agent').ended
    const [session] = await sessions()
    expect(first.stdout).toContain(`convene chat ${session?.id.slice(-8)}`)
    expect(await place.onTerminal('chat', 'nosuchid').ended).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('A goal has more than one word.'),
    })
    const person = place.onTerminal('chat', 'last')
    await person.says('/result shows its result')
    enters(person, '/nonsense')
    await person.says('Unknown command /nonsense')
    enters(person, '/new')
    await person.says('goal ›')
    enters(person, '/sequential')
    await person.says('sequential ›')
    enters(person, 'Look at the notes.')
    await person.says('Asked “Look at the notes.”')
    await person.says('Rehearsal · 3 calls')
    person.types('\u0004')
    expect((await person.ended).code).toBe(0)
    const modes = (await sessions()).map((each) => (each as unknown as { mode: string }).mode)
    expect(modes.toSorted()).toEqual(['agent', 'sequential'])
  })

  test('at a gate, a half-typed line approves nothing, and y does once the line is empty', async () => {
    const person = place.onTerminal('chat', '--mode', 'panel', 'Does one process write the queue, or do several?')
    person.types('yes, and ')
    await person.says('y approve')
    await person.says('yes, and ')
    person.types('y')
    await person.says('yes, and y')
    person.types('\u001b')
    await person.says('The keys above answer')
    await rests()
    person.types('y')
    await person.says('follow-up ›')
    person.types('\u0004')
    const { stdout } = await person.ended
    expect(stdout).toContain('Undecided')
  })
})

describe.skipIf(lacksTerminals())('during a run', () => {
  let server: ModelServer
  beforeEach(async () => {
    server = await startModelServer()
    place.settings(settingsFor(server))
  })
  afterEach(() => server.close())

  /** A chat whose run waits for its first answer. */
  async function underWay(...answers: readonly Parameters<typeof on>[1][]) {
    const gate = Promise.withResolvers<void>()
    const held = async () => {
      await gate.promise
      return { text: 'The first.' }
    }
    server.script([on({}, held, ...answers)])
    const person = place.onTerminal('chat', 'Wait for it.', '--agents', 'coder,tester', '--mode', 'sequential')
    await server.until(({ requests }) => requests.length === 1)
    return { person, answer: () => gate.resolve() }
  }

  test('a typed line is a message for the next call, and Ctrl-C stops a follow-up', async () => {
    const stopped = Promise.withResolvers<void>()
    const later = async () => {
      await stopped.promise
      return { text: 'Too late.' }
    }
    const { person, answer } = await underWay({ text: 'The second.' }, later)
    await person.says('message ›')
    enters(person, 'Leave the tests out.')
    await person.says('1 message for the next model call')
    answer()
    await person.says('follow-up ›')
    enters(person, 'Still there?')
    await server.until(({ requests }) => requests.length === 3)
    person.types('\u0003')
    await server.until(({ aborted }) => aborted.length === 1)
    stopped.resolve()
    enters(person, '/quit')
    expect((await person.ended).code).toBe(0)
    const heard = server.requests[1]?.messages.map(({ text }) => text).join('\n')
    expect(heard).toContain('Leave the tests out.')
  })

  test('Ctrl-C pauses it, again leaves, and a later chat resumes it', async () => {
    const { person, answer } = await underWay({ text: 'The second.' })
    await person.says('Ctrl-C pauses')
    person.types('\u0003')
    await person.says('Ctrl-C leaves')
    person.types('\u0003')
    expect((await person.ended).code).toBe(130)
    answer()
    expect(await sessions()).toMatchObject([{ phase: 'paused' }])
    const again = place.onTerminal('chat', 'last')
    await again.says('/resume continues')
    enters(again, '/resume')
    await again.says('follow-up ›')
    enters(again, '/quit')
    expect((await again.ended).code).toBe(0)
    expect(await sessions()).toMatchObject([{ phase: 'completed' }])
  })

  test('/resume continues it in a copy after /stop, and repeats only the call that was cut off', async () => {
    const { person, answer } = await underWay({ text: 'The same again.' }, { text: 'The second.' })
    await person.says('message ›')
    enters(person, '/stop')
    await server.until(({ aborted }) => aborted.length === 1)
    answer()
    await person.says('follow-up ›')
    enters(person, '/resume')
    await person.says('from just before the stop')
    await person.says('The second.')
    await server.until(({ requests }) => requests.length === 3)
    await expect.poll(async () => (await sessions()).some(({ phase }) => phase === 'completed')).toBe(true)
    enters(person, '/quit')
    expect((await person.ended).code).toBe(0)
    expect((await sessions()).map(({ phase }) => phase).sort()).toEqual(['cancelled', 'completed'])
    expect(server.requests.map(({ agent }) => agent)).toEqual(['Coder', 'Coder', 'Tester'])
  })

  test('/quit pauses it and leaves', async () => {
    const { person, answer } = await underWay()
    await person.says('message ›')
    enters(person, '/quit')
    await person.says('Paused')
    answer()
    expect((await person.ended).code).toBe(0)
    expect(await sessions()).toMatchObject([{ phase: 'paused' }])
  })

  test('an approval waits until the line is finished; words do not answer it, and a question is answered on the line', async () => {
    plantBug(place)
    const gate = Promise.withResolvers<void>()
    const asks = async () => {
      await gate.promise
      return calling(fixesSum)
    }
    const question = calling(['question', { question: 'Shall I test it?', options: ['Yes', 'Not now'] }])
    server.script([on({}, calling(['read', { path: 'sum.mjs' }]), asks, question, { text: 'Done here.' })])
    const person = place.onTerminal('chat', 'Fix the sum.', '--in-place', '--mode', 'agent')
    await server.until(({ requests }) => requests.length === 2)
    await person.says('message ›')
    person.types('say ')
    await person.says('say ')
    gate.resolve()
    await person.says('y once')
    person.types('yes')
    person.types('\r')
    await person.says('› say yes')
    expect(readFileSync(join(place.workspace, 'sum.mjs'), 'utf8')).toContain('a - b')
    await rests()
    person.types('y')
    await person.says('answer ›')
    enters(person, '2')
    await person.says('follow-up ›')
    person.types('\u0004')
    await person.ended
    expect(readFileSync(join(place.workspace, 'sum.mjs'), 'utf8')).toContain('a + b')
    const heard = server.requests.map((request) => JSON.stringify(request.messages))
    expect(heard[2]).toContain('say yes')
    expect(heard[3]).toContain('Not now')
  })
})
