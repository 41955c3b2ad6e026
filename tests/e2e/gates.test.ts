import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, type TestFolders } from './launch.ts'

const GOAL = 'Does one process write the queue, or do several?'
let place: TestFolders

beforeEach(() => {
  place = newPlace()
})

afterEach(() => place.remove())

type Line = { readonly session: string; readonly type: string; readonly data: { readonly [name: string]: unknown } }
const events = (stdout: string): readonly Line[] => jsonLines(stdout) as never

/** A panel that waits at its topic gate without a terminal. */
async function waiting(...more: readonly string[]): Promise<{ session: string; lines: readonly Line[] }> {
  const { code, stdout } = await place.convene('run', GOAL, '--mode', 'panel', '--json', ...more)
  expect(code).toBe(4)
  const lines = events(stdout)
  return { session: lines[0]?.session ?? '', lines }
}

test.each([
  ['approve', [], 'Nothing to approve'],
  ['reject', ['Not so.'], 'Nothing to reject'],
  ['answer', ['Yes.'], 'No question is pending'],
])('%s is refused if nothing waits, and the log records the attempt', async (command, words, says) => {
  place.settings({ model: 'rehearsal/offline' })
  const { stdout } = await place.convene('run', GOAL, '--agents', 'ux', '--json')
  const [{ session = '' } = {}] = events(stdout)
  const { code, stderr } = await place.convene(command, session, ...words)
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)])
  const { events: kept } = JSON.parse((await place.convene('sessions', 'export', session, '--format', 'json')).stdout)
  expect(kept.at(-1)).toMatchObject({ type: 'warning', data: { message: expect.stringContaining(says) } })
  expect(kept.filter(({ type }: Line) => type === 'warning')).toHaveLength(1)
})

describe('a topic that waits for the user', () => {
  test('leaves the run waiting if no one can be asked, and approve lets it finish', async () => {
    const { session, lines } = await waiting()
    expect(lines.findLast(({ type }) => type === 'question.asked')?.data.gate).toBe('topic')
    const listed = async (state: string) =>
      JSON.parse((await place.convene('sessions', '--json', '--state', state)).stdout)
    expect(await listed('needs you')).toMatchObject([{ id: session }])
    expect(await listed('running')).toEqual([])
    const approved = await place.convene('approve', session, '--json')
    expect(approved.code).toBe(0)
    expect(events(approved.stdout).at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
    expect((await place.convene('approve', session)).stderr).toContain('not waiting at a gate')
  })

  test('continues once approved even if the run was paused before', async () => {
    const { session } = await waiting()
    expect((await place.convene('pause', session)).code).toBe(0)
    const approved = await place.convene('approve', session, '--json')
    expect(approved.code).toBe(0)
    expect(events(approved.stdout).at(-1)).toMatchObject({ type: 'run.finished', data: { state: 'completed' } })
  })

  test('is listed with the commands that answer it, and does not accept an answer to a permission', async () => {
    const { session } = await waiting()
    const short = session.slice(-8)
    const { stderr } = await place.convene('approvals')
    expect(stderr).toContain('Answer a topic: convene approve <session>, or convene reject <session>')
    expect(stderr).not.toMatch(/convene answer|convene vote|approvals answer/u)
    const [gate] = JSON.parse((await place.convene('approvals', '--json')).stdout)
    const once = await place.convene('approvals', 'answer', gate.id, 'once')
    expect([once.code, once.stderr]).toEqual([
      2,
      expect.stringContaining(`This is a topic. Answer it with: convene approve ${short}`),
    ])
  })

  test('is discussed as the user edited it', async () => {
    const { session } = await waiting()
    const file = join(place.workspace, 'topic.md')
    writeFileSync(file, 'Goal: is one writer enough?\n')
    const { stdout, code } = await place.convene('approve', session, '--edit', file, '--json')
    expect(code).toBe(0)
    const asked = events(stdout).filter(({ type, data }) => type === 'task.assigned' && data.kind === 'contribute')
    expect(asked.length).toBeGreaterThan(0)
    for (const { data } of asked.slice(0, 3)) expect(data.description).toContain('is one writer enough?')
    expect((await place.convene('approve', session, '--edit', 'nowhere.md')).code).toBe(2)
  })

  test('goes back with the feedback, and is rewritten', async () => {
    const { session } = await waiting()
    const { code, stdout } = await place.convene('reject', session, 'Compare the costs as well.', '--json')
    expect(code).toBe(4)
    const types = events(stdout).map(({ type }) => type)
    expect(types).toContain('question.answered')
    expect(types.filter((type) => type === 'question.asked')).toHaveLength(1)
    expect((await place.convene('reject', session, ' ')).code).toBe(2)
  })

  test('is approved by the command that was shown with it only while it is unchanged', async () => {
    const { session, stderr } = await place.convene('run', GOAL, '--mode', 'panel').then((ended) => ({
      session: /convene approve (\w{8}) --gate 1\/topic1\b/u.exec(ended.stderr)?.[1] ?? '',
      stderr: ended.stderr,
    }))
    expect(stderr).toContain(`convene reject ${session} --gate 1/topic1 "…"`)
    const sentBack = await place.convene('reject', session, 'Compare the costs as well.')
    expect(sentBack.stderr).toContain(`convene approve ${session} --gate 1/topic2`)
    const late = await place.convene('approve', session, '--gate', '1/topic1')
    expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('The topic has changed since you saw it')])
    expect((await place.convene('approve', session, '--gate', '1/topic2')).code).toBe(0)
  })

  test('is approved in advance with --yes', async () => {
    const none = await place.convene('decisions')
    expect([none.stdout, none.stderr]).toEqual(['', expect.stringContaining('No decisions yet.')])
    expect((await place.convene('run', GOAL, '--mode', 'panel', '--yes')).code).toBe(0)
    const [decided] = JSON.parse((await place.convene('decisions', '--json')).stdout)
    expect(decided).toMatchObject({ isRehearsal: true, resolved: null })
    expect(JSON.parse((await place.convene('decisions', '--unresolved', '--json')).stdout)).toEqual([])
    const name = `${decided.session.slice(-8)}/${decided.decision}`
    const told = await place.convene('decisions', 'resolve', name, '--outcome', 'none')
    expect([told.code, told.stderr]).toEqual([2, expect.stringContaining("A rehearsal's decision says nothing")])
  })
})

describe.skipIf(lacksTerminals())('at a terminal, the gate', () => {
  test('is passed with y', async () => {
    const person = place.onTerminal('run', GOAL, '--mode', 'panel')
    await person.says('y approve')
    person.types('y')
    const { code, stdout } = await person.ended
    expect(code).toBe(0)
    expect(stdout).toContain('Undecided')
    expect(stdout).not.toContain('Decided by')
  })
})
