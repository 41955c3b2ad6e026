import { readPatch } from '@convene/domain'
import { folderOf, git } from '@convene/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { branched, type Folder, fill, type History, histories, mergedByGit } from '../merge/histories.fixture.ts'
import type { Chosen } from './chosen-parts.ts'
import { building } from './landing.fixture.ts'

const keep = { '.gitignore': 'ignored/\n' }
const numRuns = process.env.CONVENE_LONG === undefined ? 8 : 200

/** Only texts: one part of a link or a picture is nothing. */
const texts = (folder: Folder): Folder =>
  Object.fromEntries(
    Object.entries(folder).flatMap(([path, what]) =>
      typeof what === 'string' && path !== 'dir' && !what.includes('\0') ? [[path, what]] : [],
    ),
  )
const plain = ({ base, ours, theirs }: History): History => ({
  base: texts(base),
  ours: texts(ours),
  theirs: texts(theirs),
})

function treeOf(workspace: string): string {
  const copy = folderOf()
  git(copy, 'init', '--quiet')
  git(copy, '--work-tree', workspace, 'add', '--all')
  return git(copy, 'write-tree').trim()
}

/** Some hunks of a patch, by the bits of a number. */
function someOf(patch: string, bits: number): Chosen {
  let at = 0
  const isTaken = () => {
    at += 1
    return ((bits >> (at % 31)) & 1) === 1
  }
  return readPatch(patch).map(({ hunks }) => {
    const taken = hunks.flatMap((_, index) => (isTaken() ? [index] : []))
    return { isWhole: hunks.length === 0 ? isTaken() : taken.length === hunks.length, hunks: new Set(taken) }
  })
}

test('a build that is kept in parts is what git merges at once, and undone the user’s files are as before', async () => {
  let whole = 0
  await fc.assert(
    fc.asyncProperty(histories.map(plain), fc.nat(), async (history, bits) => {
      const { workspace, folder, land } = await building(history.base)
      fill(folder, { ...keep, ...history.theirs })
      fill(workspace, { ...keep, ...history.ours })
      const before = treeOf(workspace)
      const expected = mergedByGit(branched(history).repository)
      const steps = [await land('keep', { choose: (patch) => someOf(patch, bits) }), await land('keep')] as const
      const isRefused = steps.some((step) => step.ok && step.value.state === 'refused')
      if (isRefused) return
      if (expected !== undefined) expect(treeOf(workspace)).toBe(expected)
      const undone = await land('undo')
      if (undone.ok && undone.value.state === 'refused') return
      expect(treeOf(workspace)).toBe(before)
      if (expected !== undefined && expected !== before) whole += 1
    }),
    { numRuns, ...(process.env.CONVENE_LONG === undefined && { seed: 7 }) },
  )
  expect(whole).toBeGreaterThan(0)
})
