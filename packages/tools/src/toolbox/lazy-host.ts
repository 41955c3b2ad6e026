import type { ToolHost, ToolRequest } from '@convene/engine'
import type { Tool } from '../tool.ts'
import type { Worktrees } from '../worktrees/worktrees.ts'

/** The host of these tools, loaded with the first call; what enters worktrees, with the first agent that has one. */
export function lazyHost(home: string, tools: () => readonly Tool[]): ToolHost {
  let host: Promise<ToolHost> | undefined
  const loaded = () => {
    host ??= openHost(home, tools)
    return host
  }
  return {
    inspect: async (call) => (await loaded()).inspect(call),
    run: async (call, signal) => (await loaded()).run(call, signal),
  }
}

async function openHost(home: string, tools: () => readonly Tool[]): Promise<ToolHost> {
  const { toolHost } = await import('../host/tool-host.ts')
  let trees: Promise<Worktrees> | undefined
  return toolHost({
    tools,
    home,
    enter: async (request) => {
      trees ??= import('../worktrees/worktrees.ts').then(({ worktrees }) => worktrees(home))
      return enter(await trees, request)
    },
  })
}

/** An agent's worktree begins with the last commit; a step's, with what the steps before it have made. */
function enter(trees: Worktrees, { session, agent, worktree = agent, workspace }: ToolRequest) {
  return trees.enter({ session, agent: worktree }, workspace, worktree !== agent)
}
