import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answer, type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from '../e2e/launch.ts'
import { calling, plantBug } from '../e2e/workspace.ts'
import { planOf, step } from './crew.ts'

let server: ModelServer
let place: TestFolders

async function open(): Promise<void> {
  server = await startModelServer()
  place = newPlace()
  place.settings(settingsFor(server))
  plantBug(place)
  server.script(rules())
}

async function close(): Promise<void> {
  await server.close()
  place.remove()
}

const says = (text: string): Answer => ({ text })
const plan = planOf(
  step('s1', 'coder', { description: 'Repair sum.', worktree: true }),
  step('s2', 'tester', { dependsOn: ['s1'] }),
)

const rules = () => [
  on({ heading: 'Plan' }, says(plan)),
  on({ heading: 'Review plan' }, says('APPROVE')),
  on(
    { agent: 'Coder', heading: 'Task' },
    calling(['read', { path: 'sum.mjs' }]),
    calling(['edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }]),
    says('sum adds now.'),
    says('It still does.'),
  ),
  on({ heading: 'Task' }, says('It is right.')),
  on({ heading: 'Review' }, says('ACCEPT')),
  on({ heading: 'Synthesize' }, says('sum is right.')),
]

const run = (...more: readonly string[]) =>
  place.convene('run', 'Fix sum.', '--team', 'feature-crew', '--in-place', '--allow', 'edit:*', ...more)
const sum = () => readFileSync(join(place.workspace, 'sum.mjs'), 'utf8')
async function sessionId(): Promise<string> {
  const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
  return session?.id ?? ''
}

describe('a plan on the command line', () => {
  beforeEach(open)
  afterEach(close)

  test('is carried out, and prints its report as the answer', async () => {
    const { code, stdout, stderr } = await run('--yes')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^sum is right\.\n\n## Steps\n- s1 accepted, Coder: Repair sum\. \[m\d+\]\n- s2 accepted/u)
    expect(stderr).toContain('Step s1 started by Coder: Repair sum.')
    expect(stderr).toContain('Step s2 accepted')
    expect(sum()).toContain('a + b')
  })

  test('prints the plan at its gate in a pipe', async () => {
    const { code, stdout, stderr } = await run()
    expect(code).toBe(4)
    expect(stdout).toBe('')
    expect(stderr).toContain('\n  s1. coder: Repair sum.\n')
    expect(stderr).toContain('\n  s2. tester: Do s2.\n')
  })

  test('waits at its gate if nobody can be asked, refuses a bad edit, and continues with a good one', async () => {
    expect((await run()).code).toBe(4)
    expect(sum()).toContain('a - b')
    const id = await sessionId()
    const file = join(place.home, 'plan.txt')
    writeFileSync(file, 's1. nobody: Repair sum.\n')
    const refused = await place.convene('approve', id, '--edit', file)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('owned by "nobody"') })
    writeFileSync(file, 's1. coder: Repair sum.\n   tools: read, edit\n')
    expect(await place.convene('approve', id, '--edit', file)).toMatchObject({ code: 0 })
    expect(sum()).toContain('a + b')
    const events = (await place.convene('sessions', 'show', id, '--json')).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events.find(({ type }) => type === 'plan.committed').data.steps).toMatchObject([
      { id: 's1', tools: ['read', 'edit'] },
    ])
  })
})

describe('a plan with a step that would act without asking', () => {
  beforeEach(async () => {
    await open()
    const bold = planOf(step('s1', 'coder', { description: 'Repair sum.', approve: 'auto', tools: ['read', 'edit'] }))
    server.script([on({ heading: 'Plan' }, says(bold)), ...rules()])
    expect((await place.convene('run', 'Fix sum.', '--team', 'feature-crew', '--in-place')).code).toBe(4)
  })
  afterEach(close)

  const words = 'may change files without asking'

  test('is listed with what it may do, in words and as JSON', async () => {
    const [gate] = JSON.parse((await place.convene('approvals', '--json')).stdout)
    expect(gate).toMatchObject({ gate: 'plan', grants: [{ step: 's1', owner: 'coder', words }] })
    expect(gate.question).toContain(`s1 (coder) ${words}.`)
  })

  test('changes nothing if it was approved with --ask and nobody can be asked', async () => {
    await place.convene('approve', await sessionId(), '--ask')
    expect(sum()).toContain('a - b')
  })

  test('makes the change without asking if the plan was approved unchanged', async () => {
    expect(await place.convene('approve', await sessionId())).toMatchObject({ code: 0 })
    expect(sum()).toContain('a + b')
  })
})

describe('a finished plan', () => {
  let id = ''
  beforeAll(async () => {
    await open()
    await run('--yes')
    id = await sessionId()
  })
  afterAll(close)

  test('is shown by step, agent and time', async () => {
    const timeline = (...more: readonly string[]) => place.convene('sessions', 'show', id, '--timeline', ...more)
    expect((await timeline('--step', 's1')).stdout).toMatch(/step\.state\s+coder\s+s1\s+Step s1 started by coder/u)
    expect((await timeline('--step', 's1')).stdout).not.toContain(' s2 ')
    expect((await timeline('--agent', 'tester')).stdout).not.toContain('Repair sum')
    expect((await timeline('--since', '2099-01-01')).stderr).toContain('No matching events.')
    expect(await timeline('--since', 'noon')).toMatchObject({ code: 2, stderr: expect.stringContaining('14:05') })
  })

  test('is forked at a snapshot, and compared with its fork', async () => {
    const unknown = await place.convene('sessions', 'fork', id, '--at', 'nowhere')
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('"plan committed", "step s1 finished"') })
    const fork = JSON.parse((await place.convene('sessions', 'fork', id, '--at', 's1', '--json')).stdout)
    const drops = on({ heading: 'Vote' }, says('VOTE: drop the step\nREASON: it is not needed'))
    server.script([on({ heading: 'Task' }, says('BLOCKED: no network\n- go on\n- drop the step')), drops, ...rules()])
    await place.convene('resume', fork.id)
    const compared = JSON.parse((await place.convene('sessions', 'diff', id, fork.id, '--json')).stdout)
    expect(compared.shared).toBeGreaterThan(10)
    expect(compared.steps).toMatchObject([
      { step: 's1', a: { state: 'accepted' }, b: { state: 'accepted' } },
      { step: 's2', a: { state: 'accepted' }, b: { state: 'skipped' } },
    ])
    expect(compared.decisions[0]).toMatchObject({
      topic: 'Step s2 is blocked: no network',
      a: null,
      b: { option: 'drop the step', how: 'majority' },
    })
    expect(compared.files).toMatchObject([{ path: 'sum.mjs', same: true }])
    expect((await place.convene('sessions', 'diff', id, fork.id)).stdout).toMatch(/file sum\.mjs\s+\+1 −1\s+the same/u)
  })

  test('leaves snapshots that name the changes of their step', async () => {
    const lines = (await place.convene('sessions', 'show', id, '--json')).stdout.trim().split('\n')
    const kept = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'snapshot')
    expect(kept.map(({ step, data }) => [step, data.files])).toEqual([
      [undefined, undefined],
      ['s1', ['sum.mjs']],
      ['s2', []],
    ])
  })

  test('lets the patch of a step be written to a file, and be reverted', async () => {
    const file = join(place.home, 's1.patch')
    expect(await place.convene('sessions', 'patch', id, '--step', 's1', '--output', file)).toMatchObject({ code: 0 })
    execFileSync('git', ['apply', '--reverse', '--check', file], { cwd: place.workspace })
    const changes = (await place.convene('sessions', 'show', id, '--files')).stdout
    const name = /^(d\d+) {2}Changes from step s1$/mu.exec(changes)?.[1] ?? ''
    expect(await place.convene('sessions', 'revert', id, name)).toMatchObject({
      code: 0,
      stderr: `Reverted ${name}: sum.mjs\n`,
    })
    expect(sum()).toContain('a - b')
  })
})

describe('a fork at a step', () => {
  let id = ''
  beforeEach(async () => {
    await open()
    await run('--yes')
    id = await sessionId()
  })
  afterEach(close)

  test('restores the files as they were at that step, and lists them', async () => {
    const forked = await place.convene('sessions', 'fork', id, '--at', 'plan')
    expect(forked).toMatchObject({ code: 0, stderr: expect.stringContaining('restored to the snapshot: sum.mjs') })
    expect(sum()).toContain('a - b')
    expect((await place.convene('sessions', 'show', id, '--files')).stdout).toContain('reverted')
  })

  test('leaves files alone with --keep-files, after the last change, and away from snapshots', async () => {
    for (const more of [['--at', 'plan', '--keep-files'], ['--at', 's1'], ['--at', 'm1'], []]) {
      expect(await place.convene('sessions', 'fork', id, ...more)).toMatchObject({ code: 0, stderr: '' })
      expect(sum()).toContain('a + b')
    }
  })

  test('leaves a file alone that has changed since, and says so', async () => {
    const changed = sum().replace('a + b', 'b + a')
    writeFileSync(join(place.workspace, 'sum.mjs'), changed)
    const forked = await place.convene('sessions', 'fork', id, '--at', 'plan')
    expect(forked).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Not restored: A file has changed since'),
    })
    expect(sum()).toBe(changed)
  })
})
