import type { Workspace } from '@convene/engine'
import type { Host } from './host.ts'

/** A slow workspace that sometimes cannot apply the changes from a worktree. */
export function simulatedWorkspace(host: Host): Workspace {
  const { world } = host
  return {
    async capture({ worktree }) {
      if (world.calm) return { commit: null, patch: '' }
      const { random } = world
      // Not the process's timer: git continues when its session is put away. If the process is dead, nobody hears it.
      await new Promise<void>((resolve) => {
        world.clock.after(random.between(1, 3_000), () => host.alive && resolve())
      })
      if (random.chance(0.02)) throw new Error('the adapter broke its promise')
      const patch = worktree && random.chance(0.7) ? `diff of ${worktree}` : ''
      const refusal = worktree && random.chance(0.1) ? { refusal: 'Nothing was applied: a.txt has changed.' } : {}
      return { commit: random.chance(0.8) ? 'c0ffee' : null, patch, ...refusal }
    },
  }
}
