import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ended, newPlace, type TestFolders } from './launch.ts'

let place: TestFolders

beforeAll(() => {
  place = newPlace()
  place.settings({ model: 'rehearsal/offline' })
  writeFileSync(join(place.workspace, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]))
  writeFileSync(join(place.workspace, 'large.txt'), 'x'.repeat(300_000))
  writeFileSync(join(place.workspace, 'broken.json'), '{ "name": "Broken", "mode": "agent" ')
  mkdirSync(join(place.workspace, 'folder'))
})

afterAll(() => place.remove())

function expectRefusal({ code, stdout, stderr }: Ended, ...says: readonly string[]): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^convene: /u)
  for (const text of says) expect(stderr).toContain(text)
  expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/u)
}

const refused: readonly (readonly [what: string, words: readonly string[], says: string])[] = [
  ['a command that does not exist', ['sesions'], 'Did you mean `convene sessions`'],
  ['a goal of one word in place of a command', ['Explain'], 'convene help all'],
  ['a command of sessions that does not exist', ['sessions', 'shwo', 'ABCD'], 'convene sessions show'],
  ['an invalid grant', ['run', 'x', '--allow', ': git'], "'bash:git *'"],
  ['an option that does not exist', ['run', 'x', '--agent', 'coder'], '--agents'],
  ['an option without its value', ['run', 'x', '--mode', '--json'], '--mode needs a value'],
  ['a flag with a value', ['run', 'x', '--json=yes'], '--json takes no value'],
  ['a missing goal', ['run'], 'convene run <goal>'],
  ['an empty goal', ['run', '  '], 'convene run <goal>'],
  ['a goal without quotes', ['run', 'two', 'words'], 'quotes'],
  ['a state that does not exist', ['sessions', '--state', 'bogus'], 'awaiting_approval'],
  ['too few turns', ['run', 'x', '--max-turns', '0'], 'from 1 to 100'],
  ['too many turns', ['run', 'x', '--max-turns', '101'], 'from 1 to 100'],
  ['half a turn', ['run', 'x', '--max-turns', '1.5'], 'whole number'],
  ['too few tokens', ['run', 'x', '--max-tokens', '999'], '1,000 to 50,000,000'],
  ['a cost of nothing', ['run', 'x', '--max-cost', '0'], 'above 0'],
  ['negative minutes', ['run', 'x', '--max-minutes', '-5'], 'above 0'],
  ['a verbosity that does not exist', ['run', 'x', '--verbosity', 'loud'], 'brief, detailed, full'],
  ['a mode that does not exist', ['run', 'x', '--mode', 'brodcast'], 'broadcast'],
  ['an agent that does not exist', ['run', 'x', '--agents', 'codr'], '"coder"'],
  ['a team that does not exist', ['run', 'x', '--team', 'draft-critique'], 'convene teams'],
  ['a team file that is not there', ['run', 'x', '--team', './none.json'], 'none.json'],
  ['a team file that is broken', ['run', 'x', '--team', './broken.json'], 'broken.json:1'],
  ['a provider that does not exist', ['run', 'x', '--model', 'opnai/gpt-5'], '"openai"'],
  ['a provider without its key', ['run', 'x', '--model', 'openai/gpt-5'], 'OPENAI_API_KEY'],
  ['a model without its provider', ['run', 'x', '--model', 'gpt-5'], 'provider/model'],
  ['several agents in agent mode', ['run', 'x', '--mode', 'agent', '--agents', 'coder,tester'], 'exactly one'],
  ['a workspace that is not there', ['run', 'x', '--workspace', './nowhere'], '--workspace'],
  ['a workspace that is a file', ['run', 'x', '--workspace', 'notes.md'], 'not a folder'],
  ['an attachment that is not there', ['run', 'x', '--attach', 'none.txt'], 'none.txt does not exist'],
  ['an attachment that is not text', ['run', 'x', '--attach', 'picture.png'], 'neither text nor'],
  ['an attachment that is too large', ['run', 'x', '--attach', 'large.txt'], '256 KB'],
  ['an attachment that is a folder', ['run', 'x', '--attach', 'folder'], 'not a file'],
  ['a session that does not exist', ['resume', 'ZZZZZZZZ'], 'convene sessions'],
  ['a part of an id that is too short', ['pause', 'ABC'], 'at least 4'],
  ['a missing session for a new run', ['run', 'x', '--session', 'ZZZZZZZZ'], 'convene sessions'],
  ['an export format that does not exist', ['sessions', 'export', 'ABCD', '--format', 'pdf'], 'md, json'],
  ['an agent to show that does not exist', ['agents', 'show', 'codr'], '"coder"'],
  ['a mode to show that does not exist', ['modes', 'show', 'agnet'], '"agent"'],
  ['a model to show that does not exist', ['models', 'show', 'nowhere/x'], 'convene models'],
  ['help for an unknown command', ['help', 'rnu'], 'convene help run'],
]

describe('bad input exits 2 with one message that says what to do', () => {
  test.concurrent.each(refused)('%s', async (_what, words, says) => {
    expectRefusal(await place.convene(...words), says)
  })
})

describe('a configuration that cannot be used', () => {
  test('malformed settings are named by file, line and key', async () => {
    const bad = newPlace()
    writeFileSync(join(bad.home, 'config.json'), '{\n  "version": 1,\n  "limits": { "maxCostUsd": -1 }\n}\n')
    expectRefusal(await bad.convene('run', 'x'), 'config.json:3', 'limits.maxCostUsd')
    bad.remove()
  })

  test('an invalid value is named, and the default is used', async () => {
    const bad = newPlace()
    writeFileSync(join(bad.home, 'config.json'), '{\n  "verbosity": "loud",\n  "model": "rehearsal/offline"\n}\n')
    const { code, stderr } = await bad.convene('run', 'x')
    expect(code).toBe(0)
    expect(stderr).toMatch(/config\.json:2:\d+: verbosity: .*default/u)
    bad.remove()
  })

  test('a data folder that is a file', async () => {
    const bad = newPlace()
    const file = join(bad.workspace, 'notes.md')
    const ended = await bad.launch(['run', 'x', '--model', 'rehearsal/offline'], {
      environment: { CONVENE_HOME: file },
    }).ended
    expectRefusal(ended, 'CONVENE_HOME')
    bad.remove()
  })

  test('a database that is newer than the program is left as it is', async () => {
    const bad = newPlace()
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(join(bad.home, 'convene.db'))
    database.exec('PRAGMA application_id = 1131376177; PRAGMA user_version = 9999')
    database.close()
    expectRefusal(await bad.convene('sessions'), 'Update Convene')
    bad.remove()
  })
})
