import { git, stateOf } from '@convene/testkit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { value } from '../worktrees/desk.fixture.ts'
import { branched, histories, inRepository, mergedByGit } from './histories.fixture.ts'
import { mergeTrees } from './merge-trees.ts'

const mergedIn = (repository: string, trees: { base: string; ours: string; theirs: string }) =>
  inRepository(repository, async (place) => value(await mergeTrees(place, trees)))

describe('a merge of three trees', () => {
  test('is what git makes of two branches, or names the files in conflict', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { repository, trees } = branched(history)
        const before = stateOf(repository)
        const merged = await mergedIn(repository, trees)
        const expected = mergedByGit(repository)
        if ('tree' in merged) expect(merged.tree).toBe(expected)
        else {
          expect(expected).toBeUndefined()
          expect(merged.conflicts.length).toBeGreaterThan(0)
          for (const { path, reason } of merged.conflicts) expect([path, reason]).not.toContain('')
        }
        expect(stateOf(repository)).toEqual(before)
      }),
      { numRuns: process.env.CONVENE_LONG === undefined ? 12 : 300 },
    )
  })

  test.each([
    ['the same lines', { 'a.txt': 'mine\n' }, { 'a.txt': 'theirs\n' }, 'both sides changed the same lines'],
    ['a deleted file', {}, { 'a.txt': 'theirs\n' }, 'one side changed it, the other deleted it'],
    ['a binary file', { 'a.txt': '\0mine' }, { 'a.txt': '\0theirs' }, 'both sides changed it, and it is binary'],
  ])('says why it is refused: %s', async (_, ours, theirs, reason) => {
    const { repository, trees } = branched({ base: { 'a.txt': 'one\n' }, ours, theirs })
    expect(await mergedIn(repository, trees)).toEqual({ conflicts: [{ path: 'a.txt', reason }] })
  })

  test('leaves nothing in the repository', async () => {
    const { repository, trees } = branched({
      base: { 'a.txt': '1\n2\n3\n4\n5\n' },
      ours: { 'a.txt': '0\n2\n3\n4\n5\n' },
      theirs: { 'a.txt': '1\n2\n3\n4\n6\n' },
    })
    const objects = git(repository, 'count-objects', '--verbose')
    const merged = await mergedIn(repository, trees)
    expect(merged).toEqual({ tree: mergedByGit(repository) })
    expect(git(repository, 'count-objects', '--verbose')).toBe(objects)
  })
})
