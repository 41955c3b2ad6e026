import type { OwnChange } from '@convene/domain'
import { repositoryWith } from '@convene/testkit'
import type { Folder } from '../merge/histories.fixture.ts'
import { fill } from '../merge/histories.fixture.ts'
import { newHome, session, value } from '../worktrees/desk.fixture.ts'
import { worktrees } from '../worktrees/worktrees.ts'
import { builds, type LandingRequest } from './builds.ts'
import type { Landed } from './land-tree.ts'

const worker = { session, agent: 'build' }
const fine: LandingRequest['verify'] = async () => ({ checks: [] })

/** A repository with one commit, and a build in a worktree that began with it. */
export async function building(base: Folder, home = newHome()) {
  const workspace = repositoryWith({ '.gitignore': 'ignored/\n' })
  fill(workspace, { '.gitignore': 'ignored/\n', ...base })
  const folder = value(await worktrees(home).enter(worker, workspace, true))
  const made = builds(home)
  let kept: string | null = null
  let own: OwnChange[] = []
  const outcomes: Landed[] = []
  return {
    ...{ home, workspace, folder, worker, outcomes, made },
    kept: () => kept,
    async land(action: 'keep' | 'undo', more: Partial<LandingRequest> = {}) {
      const usual = action === 'keep' ? 'all' : 'nothing'
      const request = { id: `L${outcomes.length}`, action, kept, own, choose: usual, verify: fine, ...more } as const
      const landed = await made.land(worker, request, async (outcome) => void outcomes.push(outcome))
      if (!landed.ok || landed.value.state !== 'landed') return landed
      kept = landed.value.tree
      own = [...own, ...(landed.value.own ? [landed.value.own] : [])]
      return landed
    },
  }
}
