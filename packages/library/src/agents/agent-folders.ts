import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Slug } from '@convene/domain'
import { adoptClaude } from './adopt-claude.ts'
import { adoptGithub } from './adopt-github.ts'
import { adoptOpencode } from './adopt-opencode.ts'
import type { Adopt } from './read-agent.ts'

/** A folder of agent files. A workspace's folder may not point outside it. */
export type AgentFolder = {
  readonly source: 'built-in' | 'user' | 'workspace'
  readonly path: string
  readonly ending: string
  readonly inside?: string
  /** How files of another tool are read. */
  readonly adopt?: Adopt
}

export const builtInAgents: AgentFolder = {
  source: 'built-in',
  path: join(import.meta.dirname, 'built-in'),
  ending: '.md',
}

/** The file of a built-in agent. Its name is the slug, so that a run reads only those it needs. */
export function builtInFile(slug: string): string | undefined {
  if (!Slug.safeParse(slug).success) return undefined
  const file = join(builtInAgents.path, `${slug}.md`)
  return existsSync(file) ? file : undefined
}

/** Where people keep agents, the later ones winning. Files of other tools are below ours of the same place. */
export function agentFolders(places: { readonly home: string; readonly workspace: string }): readonly AgentFolder[] {
  const { home, workspace } = places
  const here = (path: string, adopt?: AgentFolder['adopt'], ending = '.md'): AgentFolder => ({
    source: 'workspace',
    path: join(workspace, path),
    ending,
    inside: workspace,
    ...(adopt ? { adopt } : {}),
  })
  return [
    { source: 'user', path: join(home, 'agents'), ending: '.md' },
    here('.github/agents', adoptGithub, '.agent.md'),
    here('.opencode/agent', adoptOpencode),
    here('.opencode/agents', adoptOpencode),
    here('.claude/agents', adoptClaude),
    here('.convene/agents'),
  ]
}
