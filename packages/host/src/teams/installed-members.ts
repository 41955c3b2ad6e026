import type { ListedTeam, TeamRegistry } from '@convene/library'

/** The built-in coding agents, in the order in which they are seated. */
const codingAgents: { readonly [model: string]: string } = {
  'acp/claude': 'claude-code',
  'acp/codex': 'codex',
  'acp/gemini': 'gemini-cli',
  'acp/copilot': 'copilot',
  'acp/opencode': 'opencode',
  'acp/goose': 'goose',
  'acp/qwen': 'qwen-code',
}

/** Who is seated if no coding agent is left. They use the default model. */
const others: readonly string[] = ['coder', 'reviewer', 'architect']

/**
 * Teams as this machine can seat them: a built-in team of coding agents gets those that are installed. Otherwise, a
 * seat named after a missing agent would answer with another model's words.
 */
export function seatInstalled(registry: TeamRegistry, isInstalled: (model: string) => boolean): TeamRegistry {
  const slugs = Object.values(codingAgents)
  const seated = (listed: ListedTeam): ListedTeam => {
    const { team, source } = listed
    const isOfAgents = team.members.every((member) => typeof member === 'string' && slugs.includes(member))
    if (source !== 'built-in' || !isOfAgents) return listed
    const installed = Object.keys(codingAgents).filter(isInstalled)
    if (installed.length === 0) return listed
    const members = [...installed.map((model) => codingAgents[model] ?? ''), ...others].slice(0, team.members.length)
    return { ...listed, team: { ...team, members } }
  }
  return {
    ...registry,
    list: () => registry.list().map(seated),
    get: (name) => {
      const listed = registry.get(name)
      return listed && seated(listed)
    },
  }
}
