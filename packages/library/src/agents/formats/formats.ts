import { claude } from './claude.ts'
import type { AgentFormat } from './format.ts'
import { github } from './github.ts'
import { opencode } from './opencode.ts'

/** All formats that agents can be imported from. An agent in a later one overrides the same agent in an earlier one. */
export const agentFormats: readonly AgentFormat[] = [github, opencode, claude]

/** A file's format, by its folder or extension. Null for our own. */
export function agentFormatOf(file: string): AgentFormat | null {
  const path = file.replaceAll('\\', '/')
  const isIn = ({ folders, ending }: AgentFormat) =>
    ending === '.md' ? folders.some((folder) => path.includes(`${folder}/`)) : path.endsWith(ending)
  return agentFormats.find(isIn) ?? null
}

/** The values of `--from`, our own format first. */
export const formatNames: readonly string[] = ['convene', ...agentFormats.map(({ name }) => name)]

/** The format with this name. Null for our own. */
export const formatNamed = (name: string): AgentFormat | null =>
  agentFormats.find((format) => format.name === name) ?? null
