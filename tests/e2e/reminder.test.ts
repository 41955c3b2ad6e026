import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lacksTerminals, newPlace, settingsFor, type TestFolders } from './launch.ts'

let server: ModelServer
let place: TestFolders

/** A decision whose date has come as soon as it is made. */
beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings({ ...(settingsFor(server) as object), decisions: { reviewAfter: 0 } })
  server.script([
    on({ heading: 'Clarify' }, { text: 'CLEAR: it is clear.' }),
    on({ heading: 'Topic' }, { text: 'Where sessions live.' }),
    on({ heading: 'Contribute' }, { text: 'One store.\nVOTE: B\nPROBABILITIES: A 10, B 90\nREASON: fewer parts' }),
    on({}, { text: '## Executive Summary\n\n- Postgres [m4].' }),
  ])
  const { code } = await place.convene('run', 'Should we keep Redis or move to Postgres?', '--mode', 'panel')
  expect(code).toBe(0)
})

afterEach(async () => {
  await server.close()
  place.remove()
})

const outcomes = async () => {
  const { stdout } = await place.convene('decisions', '--json')
  return (JSON.parse(stdout) as { resolved: { outcome: string; option: string | null } | null }[]).map(
    ({ resolved }) => resolved && [resolved.outcome, resolved.option],
  )
}

describe.skipIf(lacksTerminals())('a decision whose date has come', () => {
  test('is one line below the list of sessions, and its outcome is one answer away', async () => {
    const list = await place.onTerminal('sessions').ended
    expect(list.stdout).toMatch(/Today: Move to Postgres, \d : 0\. How did it turn out\?/u)
    const person = place.onTerminal('decisions', 'resolve')
    await person.says('ask again later')
    person.types('7\r')
    await person.says('is not one of the options')
    person.types('2\r')
    expect((await person.ended).stdout).toContain('Recorded: “Move to Postgres” was right.')
    expect(await outcomes()).toEqual([['option', 'Move to Postgres']])
    expect((await place.onTerminal('sessions').ended).stdout).not.toContain('How did it turn out?')
    expect((await place.onTerminal('decisions', 'resolve').ended).stdout).toContain('No decision is due')
  })
})

test('a script has to name the decision, and nothing is recorded', async () => {
  const { code, stderr } = await place.convene('decisions', 'resolve')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Say which decision')])
  expect((await place.convene('sessions')).stderr).not.toContain('How did it turn out?')
  expect(await outcomes()).toEqual([null])
})
