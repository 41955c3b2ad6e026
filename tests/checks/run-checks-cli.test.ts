import { type Answer, type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonLines, newPlace, type Place, settingsFor } from '../e2e/launch.ts'
import { calling, plantBug, write } from '../e2e/workspace.ts'

let server: ModelServer
let place: Place

beforeEach(async () => {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  write(`${place.workspace}/sum.test.mjs`, "import test from 'node:test'\ntest('adds', () => import('./check.mjs'))\n")
  plantBug(place)
})
afterEach(async () => {
  await server.close()
  place.remove()
})

const boast: Answer = { text: 'sum adds now. I ran the tests: 12 passed.' }
const works = [
  calling(['read', { path: 'sum.mjs' }]),
  calling(['edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }]),
]

async function run(...flags: readonly string[]) {
  const ended = await place.convene('run', 'Fix sum.', '--mode', 'agent', '--allow', 'edit:*', ...flags)
  const [{ id = '' } = {}] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id?: string }[]
  const events = id === '' ? [] : jsonLines((await place.convene('sessions', 'show', id, '--json')).stdout)
  return { ended, id, finished: events.findLast(({ type }) => type === 'run.finished')?.data }
}

test('an agent that only says that the tests pass is asked again with what failed, and then believed for what it did', async () => {
  server.script([on({ agent: 'Coder' }, boast, ...works, boast)])
  const { ended, finished } = await run('--check', 'node --test')
  expect(ended.stderr).toContain('Check failed: `node --test` passes')
  expect(ended.stderr).toMatch(/^Done\. The checks passed in iteration 2 of 5\. \(1 of 1 check passes · 1 proven, /mu)
  expect(finished?.summary).toContain('- `node --test`: passes now (it failed before)')
  expect(ended.code).toBe(0)
  expect(finished).toMatchObject({ state: 'completed', proof: { proven: 1, checks: { passed: 1, of: 1 } } })
  expect(server.requests.map(({ body }) => JSON.stringify(body)).at(1)).toContain('What failed')
})

test('an agent that never does the work is not done, with its last answer and what failed', async () => {
  server.script([on({ agent: 'Coder' }, boast)])
  const { ended, finished } = await run('--check', 'node --test', '--max-iterations', '2')
  expect(ended.code).toBe(3)
  expect(ended.stderr).toMatch(
    /^Incomplete: no iterations left, 0 of 1 checks passed.*\(0 of 1 check passes · 0 proven, /mu,
  )
  expect(ended.stdout).toContain('I ran the tests: 12 passed.')
  expect(ended.stderr).toContain('This is the last answer. node --test: fails (exit code 1)')
  expect(finished).toMatchObject({ state: 'cancelled', lacks: { what: 'checks', done: 0, of: 1 } })
})

describe('a check is refused before anything is paid', () => {
  test.each([
    [['--check', 'All tests pass.'], 'is a sentence, not a command'],
    [['--check', 'npm test || true'], 'It passes whatever happens'],
    [['--check', 'npm test', '--mode', 'panel'], '`--check` does not work in the mode panel'],
  ])('%j', async (flags, words) => {
    const { ended } = await run(...flags)
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
    expect(server.requests).toEqual([])
  })
})
