import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, lacksTerminals, newPlace, settingsFor, type TestFolders } from './launch.ts'
import { calling } from './workspace.ts'

let server: ModelServer
let place: TestFolders

const input = { topic: 'Where do we store it?', options: ['SQLite', 'Postgres'], evidence: 'One process writes.' }

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  server.script([
    on({ heading: 'Deliberate', agent: 'Coder' }, { text: 'One file is enough.' }),
    on({ heading: 'Deliberate', agent: 'Tester' }, { text: 'We know the other.' }),
    on({ heading: 'Vote', agent: 'Coder' }, { text: 'VOTE: SQLite\nREASON: It is the-secret-of-coder.' }),
    on({ heading: 'Vote', agent: 'Tester' }, { text: 'VOTE: Postgres\nREASON: It is the-secret-of-tester.' }),
    on({ heading: 'Decide' }, { text: 'DECISION: Postgres\nREASON: We run it already.' }),
    on({ agent: 'Coder' }, calling(['decide', input]), { text: 'I go on with what was decided.' }),
    on({ agent: 'Tester' }, { text: 'Tested.' }),
  ])
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const run = ['run', 'Store the sessions.', '--agents', 'coder,tester', '--mode', 'broadcast']
const secrets = /the-secret-of/
const eventually = async (told: () => Promise<boolean>): Promise<void> => {
  while (!(await told())) await new Promise((done) => setTimeout(done, 50))
}

describe.skipIf(lacksTerminals())('on a terminal', () => {
  test('the user votes from another terminal and sees no other votes before', async () => {
    place.settings({ ...(settingsFor(server) as object), decisions: { window: 3_600, userVotes: true } })
    const person = place.onTerminal(...run)
    await person.says('You have a vote: convene vote')
    await person.says('Coder voted')
    await person.says('Tester voted')
    const [{ id }] = JSON.parse((await place.convene('sessions', '--json')).stdout) as [{ id: string }]
    for (const words of [
      ['show', id, '--json'],
      ['show', id, '--timeline'],
      ['show', id],
      ['export', id, '--format', 'json'],
      ['export', id],
    ]) {
      const { stdout } = await place.convene('sessions', ...words)
      expect(stdout).not.toMatch(secrets)
    }
    const [open] = JSON.parse((await place.convene('sessions', 'decisions', id, '--json')).stdout)
    expect(open).toMatchObject({ voters: expect.arrayContaining(['coder', 'tester']), committed: null })
    expect((await place.convene('vote', id, 'MySQL', '1')).stderr).toContain('No decision "MySQL" in this session')
    expect((await place.convene('vote', id, open.decision, 'MySQL')).stderr).toContain('1. SQLite; 2. Postgres')
    expect((await place.convene('vote', id, open.decision, '1', '--reason', 'I say so.')).code).toBe(0)
    const { code, stdout } = await person.ended
    expect(code).toBe(0)
    expect(stdout).toContain('Decided by majority: SQLite. 2 of 3 votes.')
    expect(stdout.slice(0, stdout.indexOf('Decided by majority'))).not.toMatch(secrets)
    const records = await place.convene('sessions', 'export', id, '--format', 'adr')
    expect(records.stdout).toContain('- the user: SQLite. I say so.')
    expect(records.stdout).toContain('- Tester preferred Postgres: It is the-secret-of-tester.')
  })
})

describe('without a terminal', () => {
  beforeEach(() => place.settings({ ...(settingsFor(server) as object), decisions: { window: 30, userVotes: true } }))

  test('a tie is decided without waiting, the same in JSON and in the record, and stored as a file on request', async () => {
    const { code, stdout } = await place.convene(...run, '--json')
    expect(code).toBe(0)
    const events = jsonLines(stdout)
    const types = events.map(({ type }) => type)
    const at = (type: string) => types.indexOf(type)
    expect(at('decision.proposed')).toBeLessThan(at('decision.voted'))
    expect(at('decision.voted')).toBeLessThan(at('decision.committed'))
    expect(events[at('decision.committed')]?.data).toMatchObject({ option: 'Postgres', how: 'lead' })
    const before = stdout.slice(0, stdout.indexOf('"decision.committed"'))
    expect(before).not.toMatch(secrets)
    const id = String(events[0]?.session)
    const written = await place.convene('sessions', 'decisions', id, '--write')
    expect(written.stderr).toContain('Written: docs/decisions/0001-where-do-we-store-it.md')
    const again = await place.convene('sessions', 'decisions', id, '--write')
    expect(again.stderr).toContain('Already exists: docs/decisions/0001-where-do-we-store-it.md')
    const folder = join(place.workspace, 'docs', 'decisions')
    expect(readdirSync(folder)).toHaveLength(1)
    expect(readFileSync(join(folder, '0001-where-do-we-store-it.md'), 'utf8')).toContain('Chosen option: "Postgres"')
  })

  test('the user says how a decision turned out, and the record counts who was right', async () => {
    place.settings({ ...(settingsFor(server) as object), decisions: { reviewAfter: 0 } })
    await place.convene(...run, '--yes')
    expect((await place.convene('records')).stderr).toContain('No resolved decisions yet')
    const due = await place.convene('decisions', '--due')
    expect(due.stdout).toContain(input.topic)
    expect(due.stdout).toContain(new Date().toISOString().slice(0, 7))
    const listed = JSON.parse((await place.convene('decisions', '--unresolved', '--json')).stdout)
    expect(listed).toMatchObject([{ question: input.topic, chosen: 'Postgres', resolved: null }])
    const name = `${listed[0].session.slice(-8)}/${listed[0].decision}`
    expect((await place.convene('decisions')).stdout).toContain(name)

    const wrong = await place.convene('decisions', 'resolve', name, '--outcome', 'MySQL')
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining('1. SQLite; 2. Postgres. Or say: none, unclear.'),
    ])
    expect((await place.convene('decisions', 'resolve', name)).stderr).toContain('--outcome OPTION')
    const told = await place.convene('decisions', 'resolve', name, '--outcome', '1', '--note', 'One file was enough.')
    expect([told.code, told.stderr]).toEqual([0, expect.stringContaining('“SQLite” was right')])

    expect((await place.convene('decisions', '--unresolved')).stderr).toContain('Every decision has an outcome')
    expect((await place.convene('decisions')).stdout).toContain('wrong: SQLite')
    const record = JSON.parse((await place.convene('records', '--json')).stdout)
    expect(record).toMatchObject({ resolved: 1, teamRight: 0, models: [{ votes: 2, right: 1 }] })
    expect((await place.convene('records')).stdout).toContain('right in 0 of 1 resolved decision')
    // One vote for each option: the lead decided, and neither rule could tell.
    expect(record.rules).toMatchObject({ decisions: 1, counting: { right: 0.5 }, majority: { right: 0.5 } })
    expect((await place.convene('sessions', 'show', listed[0].session, '--timeline')).stdout).toContain(
      'It turned out that “SQLite” was right',
    )

    for (const [format, says] of [
      ['adr', '## Outcome\n\n“SQLite” was right ('],
      ['md', 'Outcome: “SQLite” was right ('],
    ] as const) {
      const { stdout } = await place.convene('sessions', 'export', listed[0].session, '--format', format)
      expect(stdout).toContain(says)
      expect(stdout).toContain('). One file was enough.')
    }

    const next = jsonLines((await place.convene(...run, '--json')).stdout).find(({ type }) => type === 'run.started')
    expect(next?.data).toMatchObject({ settings: { record: { decisions: 1 } } })

    expect((await place.convene('decisions', 'resolve', name, '--undo')).code).toBe(0)
    expect((await place.convene('records')).stderr).toContain('No resolved decisions yet')
    const undone = await place.convene('sessions', 'export', listed[0].session, '--format', 'adr')
    expect(undone.stdout).not.toContain('## Outcome')
  })

  test('the user proposes a vote from another process, and the working team decides', async () => {
    const gate = Promise.withResolvers<void>()
    server.script([
      on({ heading: 'Deliberate' }, { text: 'I argue.' }),
      on({ heading: 'Vote' }, { text: 'VOTE: 2\nREASON: The second.' }),
      on({}, async () => {
        await gate.promise
        return { text: 'Done.' }
      }),
    ])
    const working = place.launch([...run, '--json'])
    await working.says('"effect.started"')
    const [{ id }] = JSON.parse((await place.convene('sessions', '--json')).stdout) as [{ id: string }]
    expect((await place.convene('propose', id, 'Ship it?', 'now')).stderr).toContain('at least two options')
    expect((await place.convene('propose', id, 'Ship it?', 'now', 'later')).code).toBe(0)
    await eventually(async () => (await place.convene('sessions', 'decisions', id)).stdout.includes('later (majority)'))
    gate.resolve()
    expect((await working.ended).code).toBe(0)
    expect((await place.convene('propose', id, 'Again?', 'a', 'b')).stderr).toContain('Start a run, then propose it')
  })
})
