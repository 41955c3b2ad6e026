import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ModelServer, on, startModelServer } from '@convene/testkit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newPlace, settingsFor, type TestFolders } from './launch.ts'
import { calling, fixesSum, plantBug, write, writeAgent } from './workspace.ts'

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

const works = (agent: string, newString: string) =>
  on(
    { agent },
    calling(['read', { path: 'sum.mjs' }]),
    calling(['edit', { path: 'sum.mjs', oldString: 'a - b', newString }]),
    calling(['bash', { command: 'node check.mjs' }]),
    { text: `${agent} is done.` },
  )

const run = (...more: readonly string[]) =>
  place.convene(
    'run',
    'Fix sum.',
    '--agents',
    'ada,bert',
    '--mode',
    'broadcast',
    '--allow',
    'edit:*',
    '--allow',
    'bash:*',
    ...more,
  )

const sum = () => readFileSync(join(place.workspace, 'sum.mjs'), 'utf8')

async function sessionId(): Promise<string> {
  const [session] = JSON.parse((await place.convene('sessions', '--json')).stdout) as { id: string }[]
  return session?.id ?? ''
}

test('two agents change one file at the same time, each in its own worktree, and one change is applied', async () => {
  plantBug(place)
  writeAgent(place, 'ada', 'worktree: true')
  writeAgent(place, 'bert', 'worktree: true')
  server.script([works('Ada', 'a + b'), works('Bert', 'a * b')])
  expect(await run()).toMatchObject({ code: 0 })
  expect(sum()).toContain('a - b')
  const told = server.requests.find(({ agent }) => agent === 'Ada')?.system ?? ''
  const id = await sessionId()
  expect(told).toContain(`Working directory: ${join(place.home, 'worktrees', id, 'ada')}\n`)

  expect(await place.convene('sessions', 'patch', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ada, bert'),
  })
  expect((await place.convene('sessions', 'patch', id, '--agent', 'bert')).stdout).toContain(
    '+export const sum = (a, b) => a * b',
  )
  const applied = await place.convene('sessions', 'patch', id, '--agent', 'ada', '--apply')
  expect(applied).toMatchObject({ code: 0, stderr: 'Changed sum.mjs\n' })
  expect(sum()).toContain('a + b')
  const second = await place.convene('sessions', 'patch', id, '--agent', 'bert', '--apply')
  expect(second).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('changed in the workspace in the meantime: sum.mjs'),
  })
  expect(sum()).toContain('a + b')

  expect((await place.convene('sessions', 'delete', id, '--yes')).code).toBe(0)
  expect(readdirSync(join(place.home, 'worktrees'))).toEqual([])
  expect(existsSync(join(place.workspace, '.git/worktrees'))).toBe(false)
  expect(readdirSync(join(place.home, 'trash')).sort()).toEqual([`${id}-ada.patch`, `${id}-bert.patch`, `${id}.jsonl`])
  expect(
    execFileSync('git', ['branch', '--list'], { cwd: place.workspace, encoding: 'utf8' }).split('\n'),
  ).toHaveLength(2)
})

test('a change in a worktree is reverted there', async () => {
  plantBug(place)
  writeAgent(place, 'ada', 'worktree: true')
  server.script([on({ agent: 'Ada' }, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), { text: 'Done.' })])
  await place.convene('run', 'Fix sum.', '--agents', 'ada', '--allow', 'edit:*')
  const id = await sessionId()
  expect((await place.convene('sessions', 'revert', id, 'd1')).code).toBe(0)
  expect((await place.convene('sessions', 'patch', id)).stdout).toBe('')
})

test('without a repository, the workspace is used and the user sees a notice', async () => {
  write(join(place.workspace, 'sum.mjs'), 'export const sum = (a, b) => a - b\n')
  writeAgent(place, 'ada', 'worktree: true')
  server.script([on({ agent: 'Ada' }, calling(['read', { path: 'sum.mjs' }]), calling(fixesSum), { text: 'Done.' })])
  const { code, stderr } = await place.convene('run', 'Fix sum.', '--agents', 'ada', '--allow', 'edit:*')
  expect({ code, told: stderr.includes('it is not in a git repository') }).toEqual({ code: 0, told: true })
  expect(sum()).toContain('a + b')
})
