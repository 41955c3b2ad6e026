import { type Answer, on } from '@convene/testkit'
import { describe, expect, test } from 'vitest'
import { brokenSum } from '../e2e/broken-sum.ts'
import { jsonLines } from '../e2e/launch.ts'
import { calling } from '../e2e/workspace.ts'

const broken = brokenSum()

const says = (text: string): Answer => ({ text })
const plan = (check: string) => `s1. coder: Repair sum.\n   acceptance: sum adds.\n   check: ${check}\n`
const boast = says('sum adds now. I ran the tests: 12 passed.')
const works = [
  calling(['read', { path: 'sum.mjs' }]),
  calling(['edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }]),
]

/** The plan is written, approved by the user, and carried out by a coder who answers like this. */
async function approved(check: string, ...[first = boast, ...others]: readonly Answer[]) {
  broken.server.script([
    on({ heading: 'Plan' }, says(plan(check))),
    on({ heading: 'Review plan' }, says('APPROVE')),
    on({ agent: 'Coder', heading: 'Task' }, first, ...others, boast),
    on({ heading: 'Task' }, boast),
    on({ heading: 'Review' }, says('ACCEPT')),
    on({ heading: 'Synthesize' }, says('sum is right.')),
  ])
  const gate = await broken.place.convene('run', 'Fix sum.', '--team', 'feature-crew', '--allow', 'edit:*')
  const [{ id = '' } = {}] = JSON.parse((await broken.place.convene('sessions', '--json')).stdout) as { id?: string }[]
  const ended = await broken.place.convene('approve', id)
  const events = jsonLines((await broken.place.convene('sessions', 'show', id, '--json')).stdout)
  const finished = events.findLast(({ type }) => type === 'run.finished')?.data
  return { gate, ended, finished }
}

test('work that a check has proven is done, and says so in its result line', async () => {
  const { gate, ended, finished } = await approved('node --test', ...works)
  expect(gate).toMatchObject({ code: 4, stderr: expect.stringContaining('s1 is done when `node --test` passes.') })
  expect(ended.stderr).toMatch(/^Done \(1 of 1 step, 1 proven, /mu)
  expect(ended.stdout).toContain('  - `node --test`: passes now (it failed before)')
  expect(ended.code).toBe(0)
  expect(finished).toMatchObject({ state: 'completed', proof: { proven: 1, said: [] } })
  expect((await broken.place.convene('sessions')).stdout).toMatch(/^ {2}1 of 1 step · 1 proven$/mu)
})

test('work that was only reported is sent back until the user is asked, and is never done', async () => {
  const { ended, finished } = await approved('node --test')
  expect(ended.stderr).toContain('Check failed: `node --test` passes')
  expect(ended.stderr).toContain('Step s1 reopened')
  expect(ended.stderr).not.toMatch(/Step s1 accepted|^Done/mu)
  expect(ended).toMatchObject({ code: 4, stdout: '' })
  expect(finished).toBeUndefined()
})

test('work whose check could not run is on the word of its reviewer, and is not done', async () => {
  const { ended, finished } = await approved('no-such-program')
  expect(ended.code).toBe(3)
  expect(ended.stderr).toMatch(
    /^Incomplete: a check was not run, 0 of 1 checks passed.*\(1 of 1 step, 0 of 1 check passes · 0 proven · 1 on Reviewer's word, /mu,
  )
  expect(ended.stdout).toContain('  - `no-such-program`: was not run (a program that it needs is missing')
  expect(finished).toMatchObject({
    state: 'cancelled',
    lacks: { what: 'checks', done: 0, of: 1 },
    proof: { proven: 0, said: [{ by: 'reviewer', steps: 1 }], checks: { passed: 0, of: 1 } },
  })
})

async function run(...flags: readonly string[]) {
  const ended = await broken.place.convene('run', 'Fix sum.', '--mode', 'agent', '--allow', 'edit:*', ...flags)
  const [{ id = '' } = {}] = JSON.parse((await broken.place.convene('sessions', '--json')).stdout) as { id?: string }[]
  const events = id === '' ? [] : jsonLines((await broken.place.convene('sessions', 'show', id, '--json')).stdout)
  return { ended, id, finished: events.findLast(({ type }) => type === 'run.finished')?.data }
}

test('an agent that only says that the tests pass is asked again with what failed, and then believed for what it did', async () => {
  broken.server.script([on({ agent: 'Coder' }, boast, ...works, boast)])
  const { ended, id, finished } = await run('--check', 'node --test')
  expect((await broken.place.convene('review', id)).stdout).toMatch(/^1 file \+1 −1 · 1 test passes · 1 proven$/mu)
  expect(ended.stderr).toContain('Check failed: `node --test` passes')
  expect(ended.stderr).toMatch(/^Done\. The checks passed in iteration 2 of 5\. \(1 of 1 check passes · 1 proven, /mu)
  expect(finished).toHaveProperty('summary', expect.stringContaining('- `node --test`: passes now (it failed before)'))
  expect(ended.code).toBe(0)
  expect(finished).toMatchObject({ state: 'completed', proof: { proven: 1, checks: { passed: 1, of: 1 } } })
  expect(broken.server.requests.map(({ body }) => JSON.stringify(body)).at(1)).toContain('What failed')
})

test('an agent that never does the work is not done, with its last answer and what failed', async () => {
  broken.server.script([on({ agent: 'Coder' }, boast)])
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
    expect(broken.server.requests).toEqual([])
  })
})
