import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Check, readCheck } from '@convene/domain'
import { put } from '@convene/testkit'
import { expect, test } from 'vitest'
import { desk, session, value } from '../worktrees/desk.fixture.ts'
import { gitWorkspace } from '../worktrees/git-workspace.ts'
import { checkRunner } from './check-runner.ts'

const ONE = 'step-s1-1-a'
const OTHER = 'step-s1-1-b'

function checkOf(line: string): Check {
  const read = readCheck(line)
  if (!read.ok) throw new Error(read.refusal.message)
  return read.value
}

/** A workspace with two candidates in worktrees. Only the first one writes the file. */
async function candidates() {
  const { home, workspace, trees } = await desk()
  const enter = async (agent: string) => value(await trees.enter({ session, agent }, workspace, true))
  const [one, other] = [await enter(ONE), await enter(OTHER)]
  put(one, { 'done.txt': 'yes\n' })
  const { run } = checkRunner({ home, environment: process.env, allowHosts: async () => [] })
  const look = (worktree?: string, moment: 'before' | 'after' = 'after') => {
    const about = { session, workspace, check: checkOf('file done.txt exists'), moment, since: '1-s1' }
    return run({ ...about, ...(worktree && { worktree }) }, new AbortController().signal)
  }
  await look(undefined, 'before')
  return { home, workspace, one, other, look }
}

test('a check looks at the files of one candidate, and not at those of the others or of the workspace', async () => {
  const { look } = await candidates()
  expect((await look(ONE)).outcome).toBe('passed')
  expect((await look(OTHER)).outcome).toBe('failed')
  expect((await look()).outcome).toBe('failed')
})

test('a candidate that points its worktree at another one is still checked on its own files', async () => {
  const { one, other, look } = await candidates()
  writeFileSync(join(other, '.git'), `gitdir: ${join(one, '.git')}\n`)
  expect((await look(OTHER)).outcome).toBe('failed')
})

test('a candidate whose seat never entered its worktree has changed nothing', async () => {
  const { look } = await candidates()
  expect((await look('step-s1-1-c')).outcome).toBe('failed')
})

test('reading what a candidate changed leaves the workspace as it is', async () => {
  const { home, workspace, look } = await candidates()
  const read = await gitWorkspace(home).capture({ session, workspace, worktree: ONE, reads: true })
  expect(read.patch).toContain('+yes')
  expect((await look()).outcome).toBe('failed')
  await gitWorkspace(home).capture({ session, workspace, worktree: ONE })
  expect((await look()).outcome).toBe('passed')
})

test('before the work, a check looks at what a worktree began with, and after it at what its owner left', async () => {
  const { workspace, one, look } = await candidates()
  put(workspace, { 'done.txt': 'by somebody else\n' })
  expect((await look(ONE, 'before')).outcome).toBe('failed')
  expect((await look(ONE)).outcome).toBe('passed')
  put(one, { 'a.txt': 'mine\n' })
  expect((await look(ONE, 'before')).outcome).toBe('failed')
})

test('the paths that a step may change are compared with what its worktree began with', async () => {
  const { home, workspace, one } = await candidates()
  const { run } = checkRunner({ home, environment: process.env, allowHosts: async () => [] })
  put(workspace, { 'theirs.txt': 'by somebody else\n' })
  const within = (path: string) => {
    const about = {
      session,
      workspace,
      check: checkOf(`changes ${path}`),
      moment: 'after' as const,
      since: '1-s1/apart-1',
    }
    return run({ ...about, worktree: ONE }, new AbortController().signal)
  }
  expect(await within('done.txt')).toMatchObject({ outcome: 'passed' })
  put(one, { 'other.txt': 'mine\n' })
  expect(await within('done.txt')).toMatchObject({ outcome: 'failed', reason: 'it also changed other.txt' })
})
