import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, EventOf, SessionId } from '@convene/domain'
import { land, type OpenProgram, openProgram, prepareRun } from '@convene/host'
import {
  type Answer,
  type ModelServer,
  on,
  startModelServer,
  type TemporaryFolder,
  temporaryFolder,
} from '@convene/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { write } from '../e2e/workspace.ts'
import { planOf, step } from './crew.ts'

const CHECK = `import { sum } from './sum.mjs'\n\nif (sum(2, 3) !== 5) throw new Error('sum is wrong')\n`
const FILES = {
  'notes.md': '# Notes\n\nWe need a sum that is right, and a product.\n',
  'sum.mjs': 'export const sum = (a, b) => a - b\n',
  'check.mjs': CHECK,
}

const PLAN = planOf(
  step('s1', 'researcher', { description: 'Read the notes.', tools: ['read'] }),
  step('s2', 'coder', { description: 'Repair sum.', dependsOn: ['s1'], worktree: true }),
  step('s3', 'tester', { description: 'Write product.', dependsOn: ['s1'], worktree: true }),
  step('s4', 'tester', { description: 'Extend the check.', dependsOn: ['s2', 's3'] }),
  step('s5', 'coder', { description: 'Describe it.', dependsOn: ['s4'] }),
)

const calling = (name: string, input: Record<string, string>): Answer => ({ calls: [{ name, input }] })
const says = (text: string): Answer => ({ text })
const task = (agent: string, doing: string, ...replies: readonly [Answer, ...Answer[]]) =>
  on({ agent, heading: 'Task', contains: `## Your Assigned Task\n\n${doing}` }, ...replies)
const votes = (agent: string, option: string) =>
  on({ agent, heading: 'Vote' }, says(`VOTE: ${option}\nREASON: people look there`))

const second = "import { product } from './product.mjs'\nimport { sum } from './sum.mjs'"
const rules = () => [
  on({ agent: 'Planner', heading: 'Plan' }, says(PLAN)),
  on({ heading: 'Review plan' }, says('APPROVE')),
  task(
    'Researcher',
    'Read the notes.',
    calling('read', { path: 'notes.md' }),
    says('They ask for a sum and a product.'),
  ),
  task(
    'Coder',
    'Repair sum.',
    says('HANDOFF: Tester: it is about tests'),
    calling('read', { path: 'sum.mjs' }),
    calling('edit', { path: 'sum.mjs', oldString: 'a - b', newString: 'a + b' }),
    says('sum adds now.'),
  ),
  on({ agent: 'Tester', heading: 'Handoff' }, says('REFUSE: I only test')),
  task('Tester', 'Write product.', says('HANDOFF: Coder: I write no code')),
  on({ agent: 'Coder', heading: 'Handoff' }, says('ACKNOWLEDGE')),
  task(
    'Coder',
    'Write product.',
    calling('write', { path: 'product.mjs', content: 'export const product = (a, b) => a * b\n' }),
    says('product is there.'),
  ),
  task(
    'Tester',
    'Extend the check.',
    calling('read', { path: 'check.mjs' }),
    calling('edit', { path: 'check.mjs', oldString: "import { sum } from './sum.mjs'", newString: second }),
    calling('bash', { command: 'node check.mjs' }),
    says('The check runs.'),
    calling('read', { path: 'check.mjs' }),
    calling('edit', {
      path: 'check.mjs',
      oldString: "throw new Error('sum is wrong')\n",
      newString:
        "throw new Error('sum is wrong')\nif (product(2, 3) !== 6) throw new Error('product is wrong')\nconsole.log('all is right')\n",
    }),
    calling('bash', { command: 'node check.mjs' }),
    says('The check looks at product too, and passes: all is right.'),
  ),
  task(
    'Coder',
    'Describe it.',
    says('BLOCKED: there are two places for it\n- in notes.md\n- in a README'),
    calling('write', { path: 'README.md', content: '# Sums\n\n`sum` adds, `product` multiplies.\n' }),
    says('It is in the README.'),
    says('The README still holds.'),
  ),
  on({ heading: 'Deliberate' }, says('Both would do.')),
  votes('Coder', 'in notes.md'),
  votes('Reviewer', 'in notes.md'),
  votes('Tester', 'in a README'),
  votes('Researcher', 'in a README'),
  on({ agent: 'Planner', heading: 'Decide' }, says('DECISION: in a README\nREASON: everybody opens it first')),
  on({ heading: 'Review', contains: 's4, by' }, says('REOPEN: product is not checked'), says('ACCEPT')),
  on({ heading: 'Review' }, says('ACCEPT')),
  on({ agent: 'Planner', heading: 'Synthesize' }, says('sum and product are right, checked and described.')),
]

const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...words], {
    cwd: folder,
    encoding: 'utf8',
  })

describe('a crew in a git workspace', () => {
  let server: ModelServer
  let folder: TemporaryFolder
  let open: OpenProgram
  let events: readonly Event[] = []
  const workspace = () => join(folder.path, 'work')
  const ofType = <T extends Event['type']>(type: T) =>
    events.filter((event): event is EventOf<T> => event.type === type)
  const statesOf = (id: string) => ofType('step.state').flatMap(({ data }) => (data.step === id ? [data.to] : []))

  beforeAll(async () => {
    folder = temporaryFolder()
    server = await startModelServer()
    server.script(rules())
    for (const [name, text] of Object.entries(FILES)) write(join(folder.path, 'work', name), text)
    git(workspace(), 'init', '--quiet', '--initial-branch=main')
    git(workspace(), 'add', '.')
    git(workspace(), 'commit', '--quiet', '-m', 'Begin')
    write(
      join(folder.path, 'home/config.json'),
      JSON.stringify({
        model: 'local/scripted',
        providers: { local: { type: 'openai-compatible', baseURL: `${server.url}/v1` } },
        permissions: { edit: 'allow', bash: 'ask' },
      }),
    )
    open = openProgram({
      home: join(folder.path, 'home'),
      workspace: workspace(),
      environment: { PATH: process.env.PATH ?? '' },
      version: '0.0.0',
    })
    events = await played(open, workspace())
  })

  afterAll(async () => {
    await open?.close()
    await server?.close()
    folder?.[Symbol.dispose]()
  })

  test('carries out a plan of five steps to its end', () => {
    expect(ofType('run.finished')[0]?.data).toMatchObject({ state: 'completed', reason: 'done' })
    for (const id of ['s1', 's2', 's3', 's4', 's5']) expect(statesOf(id).at(-1)).toBe('accepted')
  })

  test('runs two steps in parallel, each in its own worktree, and keeps their diffs as artifacts', () => {
    const moves = ofType('step.state').map(({ data }) => `${data.step} ${data.to}`)
    expect(moves.indexOf('s3 running')).toBeLessThan(moves.indexOf('s2 finished'))
    expect(moves.indexOf('s2 running')).toBeLessThan(moves.indexOf('s3 finished'))
    const apart = ofType('task.assigned').flatMap(({ data }) => data.worktree ?? [])
    expect(apart).toEqual(['step-s2-1', 'step-s3-1', 'step-s2-1', 'step-s3-1'])
    const diffs = ofType('artifact').filter(({ data }) => data.kind === 'diff' && data.path === undefined)
    expect(diffs.map(({ step: id, data }) => [id, data.text?.split('\n')[0]]).sort()).toEqual([
      ['s2', 'diff --git a/sum.mjs b/sum.mjs'],
      ['s3', 'diff --git a/product.mjs b/product.mjs'],
    ])
  })

  test("asks the user about each command, and runs the workspace's tests, which pass", () => {
    expect(ofType('permission.asked').map(({ data, step: id }) => `${id} ${data.tool} ${data.resource}`)).toEqual([
      's4 bash node check.mjs',
      's4 bash node check.mjs',
    ])
    expect(
      ofType('tool.finished')
        .map(({ data }) => data.output)
        .join('\n'),
    ).toContain('all is right')
  })

  test('puts a blocker to a vote, lets the lead break the tie, and records it', () => {
    expect(ofType('decision.committed')[0]?.data).toMatchObject({
      option: 'in a README',
      how: 'lead',
      votes: { 'in notes.md': 2, 'in a README': 2 },
    })
    expect(ofType('artifact').find(({ data }) => data.kind === 'adr')?.data.text).toContain('everybody opens it first')
    expect(statesOf('s5').slice(0, 4)).toEqual(['running', 'blocked', 'pending', 'running'])
  })

  test('hands off one step, and keeps the owner of another', () => {
    expect(
      ofType('handoff')
        .map(({ data }) => `${data.step} ${data.from} ${data.to} ${data.state}`)
        .sort(),
    ).toEqual([
      's2 coder tester offered',
      's2 coder tester refused',
      's3 tester coder acknowledged',
      's3 tester coder offered',
    ])
  })

  test('sends a step back once, and redoes the steps that depend on it', () => {
    expect(statesOf('s4')).toEqual(['running', 'finished', 'reopened', 'running', 'finished', 'accepted'])
    expect(statesOf('s5').slice(-4)).toEqual(['pending', 'running', 'finished', 'accepted'])
  })

  test('takes a snapshot after the commit and after each step, with the commit of the workspace', () => {
    const head = git(workspace(), 'rev-parse', 'HEAD').trim()
    const kept = ofType('snapshot')
    expect(kept[0]?.data).toMatchObject({ label: 'plan committed', commit: head })
    expect(kept.map(({ data, step: id }) => (id ? `${id}` : data.label)).sort()).toEqual(
      ['plan committed', 's1', 's2', 's3', 's4', 's4', 's5', 's5'].sort(),
    )
    for (const { data, seq } of kept) expect(data).toMatchObject({ seq, commit: head })
  })

  test('leaves exactly the expected changes in the workspace, once they are kept', async () => {
    expect(git(workspace(), 'status', '--porcelain')).toBe('')
    const { session = '' as SessionId } = events[0] ?? {}
    const state = await (await open.program.engine()).state(session)
    if (!state) throw new Error('There is no session.')
    expect(await land(open.program, state, { type: 'keep' })).toEqual({ ok: true, value: ['Kept in 4 files.'] })
    expect(execFileSync(process.execPath, ['check.mjs'], { cwd: workspace(), encoding: 'utf8' })).toBe('all is right\n')
    git(workspace(), 'add', '--all', '--intent-to-add')
    const expected = readFileSync(join(import.meta.dirname, 'expected.patch'), 'utf8')
    expect(git(workspace(), 'diff', '--no-color', '--full-index')).toBe(expected)
  })
})

/** Starts the run, allows every ask and passes the gate, until it ends. */
async function played({ program }: OpenProgram, directory: string): Promise<readonly Event[]> {
  const wish = { team: 'feature-crew', interactive: true }
  const prepared = await prepareRun(program, wish)
  if (!prepared.ok) throw new Error(prepared.refusal.message)
  const engine = await program.engine()
  const id = (await program.ids()).next() as SessionId
  const { log } = await program.store()
  const goal = 'Make the sums right.'
  const { refusal } = await engine.resume(id, { type: 'create', goal, workspace: directory, run: prepared.value.start })
  if (refusal) throw new Error(refusal.message)
  for (;;) {
    const state = await engine.rested(id)
    const [ask] = Object.values(state.asks)
    const isAtGate = Object.values(state.questions).some(({ gate }) => gate === 'plan')
    if (ask) await engine.resume(id, { type: 'permit', ask: ask.ask, answer: 'once', by: 'person' })
    else if (isAtGate) await engine.resume(id, { type: 'approve', by: 'person' })
    else return log.read(id)
  }
}
