import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, type Launched, newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
})

afterEach(async () => {
  await server.close()
  place.remove()
})

/** A run whose first call is under way and waits for `answer`. */
async function underWay(...options: readonly string[]): Promise<{ launched: Launched; id: string; answer(): void }> {
  const gate = Promise.withResolvers<void>()
  server.script([
    on({}, async () => {
      await gate.promise
      return { text: 'Done.' }
    }),
  ])
  const launched = place.launch(['run', 'Wait for it.', '--agents', 'coder,tester', '--mode', 'sequential', ...options])
  await server.until(({ requests }) => requests.length === 1)
  const { stdout } = await place.convene('sessions', '--json')
  const [session] = JSON.parse(stdout) as { id: string }[]
  return { launched, id: session?.id.slice(-8) ?? '', answer: () => gate.resolve() }
}

const phaseOf = async (id: string): Promise<unknown> => {
  const { stdout } = await place.convene('sessions', '--json')
  return (JSON.parse(stdout) as { id: string; phase: string }[]).find((each) => each.id.endsWith(id))?.phase
}

describe('an interrupted run', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'pauses on %s, lets the running call finish, exits %i, and continues with resume',
    async (signal, code) => {
      const { launched, id, answer } = await underWay()
      launched.child.kill(signal)
      await launched.says('Pausing')
      answer()
      const ended = await launched.ended
      expect(ended.code).toBe(code)
      expect(ended.stderr).toContain(`convene resume ${id}`)
      expect(await phaseOf(id)).toBe('paused')
      expect(server.requests).toHaveLength(1)
      const resumed = await place.convene('resume', id, '--json')
      expect(resumed.code).toBe(0)
      expect(jsonLines(resumed.stdout).at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
      expect(server.requests).toHaveLength(2)
    },
  )

  test('with --json, standard error says how to resume', async () => {
    const { launched, id, answer } = await underWay('--json')
    launched.child.kill('SIGINT')
    await launched.says('Pausing')
    answer()
    const { code, stdout, stderr } = await launched.ended
    expect(code).toBe(130)
    expect(stderr).toContain(`convene resume ${id}`)
    expect(() => jsonLines(stdout)).not.toThrow()
  })

  test('a second Ctrl-C exits at once; resume repeats the aborted call once', async () => {
    const { launched, id, answer } = await underWay()
    launched.child.kill('SIGINT')
    await launched.says('Pausing')
    launched.child.kill('SIGINT')
    expect((await launched.ended).code).toBe(130)
    answer()
    const resumed = await place.convene('resume', id, '--json')
    const lost = jsonLines(resumed.stdout).filter(({ type }) => type === 'effect.lost')
    expect({ code: resumed.code, lost: lost.length, requests: server.requests.length }).toEqual({
      code: 0,
      lost: 1,
      requests: 3,
    })
  })
})

test('a run whose process was killed continues with resume and does not repeat answered calls', async () => {
  const gate = Promise.withResolvers<void>()
  server.script([
    on({ agent: 'Coder' }, { text: 'A draft.' }),
    on(
      { agent: 'Tester' },
      async () => {
        await gate.promise
        return { text: 'Never heard.' }
      },
      { text: 'A test.' },
    ),
  ])
  const launched = place.launch(['run', 'Do it.', '--agents', 'coder,tester', '--mode', 'sequential'])
  await server.until(({ requests }) => requests.length === 2)
  launched.child.kill('SIGKILL')
  await launched.ended
  const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
  const resumed = await place.convene('resume', session?.id ?? '')
  gate.resolve()
  expect(resumed).toMatchObject({ code: 0, stdout: 'A test.\n' })
  expect(server.requests.map(({ agent }) => agent)).toEqual(['Coder', 'Tester', 'Tester'])
})

test('only a stopped run continues in a copy', async () => {
  server.script([on({}, () => ({ text: 'Done.' }))])
  await place.convene('run', 'One part.', '--agents', 'coder')
  const refused = await place.convene('resume', 'last', '--fork')
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain('Nobody stopped the last run')
})

test('a run whose process was killed is interrupted in the list, in its own view and in an export', async () => {
  const { launched, id, answer } = await underWay()
  launched.child.kill('SIGKILL')
  await launched.ended
  answer()
  const said = async (...words: readonly string[]) => (await place.convene(...words)).stdout
  await expect.poll(() => said('sessions')).toContain('Interrupted')
  expect(JSON.parse(await said('sessions', '--json'))).toContainEqual(expect.objectContaining({ interrupted: true }))
  expect(await said('sessions', 'show', id)).toContain('Interrupted: its process ended.')
  expect(await said('sessions', 'export', id)).toContain('State: Interrupted')
  expect(await said('sessions', 'diff', id, id)).toContain('Interrupted')
})

describe('a run in another process', () => {
  test('is paused from here; its own process ends as waiting for the user', async () => {
    const { launched, id, answer } = await underWay()
    const paused = await place.convene('pause', id)
    expect(paused.code).toBe(0)
    await launched.says('Paused')
    answer()
    expect((await launched.ended).code).toBe(4)
    expect(await phaseOf(id)).toBe('paused')
  })

  test('is stopped from here: its call is aborted and it exits 3', async () => {
    const { launched, id } = await underWay()
    expect((await place.convene('stop', id)).code).toBe(0)
    expect((await launched.ended).code).toBe(3)
    await server.until(({ aborted }) => aborted.length === 1)
    expect(await phaseOf(id)).toBe('cancelled')
  })

  test('continues after a stop in a copy, without repeating the call that was answered', async () => {
    let asked = 0
    const gate = Promise.withResolvers<void>()
    server.script([
      on({}, async () => {
        asked += 1
        if (asked === 2) await gate.promise
        return { text: `Answer ${asked}.` }
      }),
    ])
    const launched = place.launch(['run', 'Two parts.', '--agents', 'coder,tester', '--mode', 'sequential'])
    await server.until(({ requests }) => requests.length === 2)
    const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
    const id = session?.id.slice(-8) ?? ''
    await place.convene('stop', id)
    expect((await launched.ended).stderr).toContain(`convene resume ${id} --fork`)
    expect((await place.convene('resume', id)).stderr).toContain('--fork continues it')
    const continued = await place.convene('resume', id, '--fork')
    gate.resolve()
    expect(continued).toMatchObject({ code: 0, stdout: 'Answer 3.\n' })
    expect(continued.stderr).toContain(`a copy of ${id} from just before the stop`)
    expect(server.requests.map(({ agent }) => agent)).toEqual(['Coder', 'Tester', 'Tester'])
    expect(await phaseOf(id)).toBe('cancelled')
  })

  test('gets a message, which is queued and sent with the next call', async () => {
    const { launched, id, answer } = await underWay()
    const told = await place.convene('message', id, 'Leave the tests out.')
    expect(told.code).toBe(0)
    answer()
    expect((await launched.ended).code).toBe(0)
    const heard = server.requests.slice(1).flatMap(({ messages }) => messages.map(({ text }) => text))
    expect(heard.join('\n')).toContain('Leave the tests out.')
  })

  test('reports how long it will take when asked', async () => {
    const { launched, id, answer } = await underWay()
    const asked = await place.convene('message', id, 'how long?')
    expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('The sequential run is running.') })
    expect(asked.stderr).toBe('')
    answer()
    expect((await launched.ended).code).toBe(0)
  })

  test('is watched by resume until it ends', async () => {
    const { launched, id, answer } = await underWay()
    const watching = place.launch(['resume', id])
    await watching.says('another process')
    answer()
    const [own, other] = await Promise.all([launched.ended, watching.ended])
    expect([own.code, other.code]).toEqual([0, 0])
    expect(other.stdout).toBe('Done.\n')
  })
})

test('an impossible command for a run is refused with exit 2', async () => {
  const { stderr } = await place.convene('run', 'Quick.')
  const id = /ask ([0-9A-Z]{8})/u.exec(stderr)?.[1] ?? ''
  for (const command of ['pause', 'stop'] as const) expect((await place.convene(command, id)).code).toBe(2)
  const told = await place.convene('message', id, 'Too late?')
  expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining(`convene ask ${id}`) })
  const again = await place.convene('resume', id)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing to resume') })
})

test('one agent is paused from another process: the others continue, the run waits, and resume continues it', async () => {
  const { launched, id, answer } = await underWay()
  const paused = await place.convene('pause', id, '--agent', 'tester')
  expect(paused.stderr).toContain(`convene resume ${id} --agent tester`)
  answer()
  const ended = await launched.ended
  expect(ended.code).toBe(4)
  expect(ended.stderr).toContain('tester is paused')
  expect(await phaseOf(id)).toBe('running')
  expect(server.requests).toHaveLength(1)
  expect((await place.convene('resume', id, '--agent', 'coder')).code).toBe(2)
  const resumed = await place.convene('resume', id, '--agent', 'tester', '--json')
  expect(resumed.code).toBe(0)
  expect(jsonLines(resumed.stdout).at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
  expect(server.requests).toHaveLength(2)
})
