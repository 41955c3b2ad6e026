import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf, git } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fill, type History, histories } from '../merge/histories.fixture.ts'
import { value } from '../worktrees/desk.fixture.ts'
import { type Builds, builds } from './builds.ts'
import { building } from './landing.fixture.ts'

const keep = { '.gitignore': 'ignored/\n' }
const numRuns = process.env.CONVENE_LONG === undefined ? 8 : 150
const program = fileURLToPath(new URL('fixtures/land-and-die.ts', import.meta.url))

/** The files of a folder as git would store them. What a landing has put aside is in there too. */
function treeOf(workspace: string): string {
  const copy = folderOf()
  git(copy, 'init', '--quiet')
  git(copy, '--work-tree', workspace, 'add', '--all')
  return git(copy, 'write-tree').trim()
}

/** A build and the user's work since, and what becomes of both if nothing goes wrong. */
async function begun({ base, ours, theirs }: History) {
  const make = async () => {
    const build = await building(base)
    fill(build.folder, { ...keep, ...theirs })
    fill(build.workspace, { ...keep, ...ours })
    return build
  }
  const [build, other] = [await make(), await make()]
  const landed = await other.land('keep')
  const before = treeOf(build.workspace)
  const after = landed.ok && landed.value.state === 'landed' ? treeOf(other.workspace) : before
  return { ...build, before, after }
}

/** Lands in another process, which is killed at its change of the file system with this number. Whether it was. */
async function killedAt({ home, worker }: Awaited<ReturnType<typeof begun>>, at: number): Promise<boolean> {
  const { session, agent } = worker
  const child = spawn(process.execPath, [program, home, session, agent, 'keep', '', String(at)], { stdio: 'ignore' })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal === 'SIGKILL'
}

/** What the next process does that reads the build. */
async function finished(made: Builds, worker: Parameters<Builds['finish']>[0]): Promise<string | undefined> {
  const end = await made.finish(worker, async () => {})
  if (!end.ok) throw new Error(end.refusal.message)
  return end.value?.state
}

const moments = fc.nat(60)

describe('a landing that is killed', () => {
  test('is finished or taken back by the next process: the user has all of it or nothing', async () => {
    await fc.assert(
      fc.asyncProperty(histories, moments, async (history, at) => {
        const build = await begun(history)
        await killedAt(build, at)
        const state = await finished(builds(build.home), build.worker)
        const now = treeOf(build.workspace)
        if (state === 'refused') expect(now).toBe(build.before)
        else if (state === 'landed') expect(now).toBe(build.after)
        else expect([build.before, build.after]).toContain(now)
        await build.land('keep')
        expect(treeOf(build.workspace)).toBe(build.after)
        expect(await finished(builds(build.home), build.worker)).toBeUndefined()
      }),
      { numRuns },
    )
  })

  test('loses nothing that the user writes before it is finished', async () => {
    await fc.assert(
      fc.asyncProperty(histories, moments, async (history, at) => {
        const build = await begun(history)
        await killedAt(build, at)
        const files = readdirSync(build.workspace, { withFileTypes: true })
        const [own] = files.filter((file) => file.isFile() && file.name !== '.gitignore')
        const path = join(build.workspace, own?.name ?? 'mine.txt')
        writeFileSync(path, 'mine, written after the crash\n')
        await finished(builds(build.home), build.worker)
        expect(existsSync(path) && readFileSync(path, 'utf8')).toBe('mine, written after the crash\n')
      }),
      { numRuns },
    )
  })
})

test('a landing has moments at which it can be killed halfway', async () => {
  const base = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' }
  const theirs = { 'a.txt': 'A\n', 'b.txt': 'B\n', 'new/d.txt': 'D\n' }
  const build = await begun({ base, ours: base, theirs })
  const seen = new Set<string>()
  for (let at = 0; at < 60; at += 4) {
    if (!(await killedAt(build, at))) break
    seen.add(treeOf(build.workspace))
    await finished(builds(build.home), build.worker)
    fill(build.workspace, { ...keep, ...base })
  }
  expect(seen.size).toBeGreaterThan(2)
  expect(value(await build.land('keep'))).toMatchObject({ state: 'landed' })
})
