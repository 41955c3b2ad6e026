import { claude } from './claude.ts'
import type { AgentFormat } from './format.ts'
import { github } from './github.ts'
import { opencode } from './opencode.ts'

/** Every format that agents are imported from. An agent in a later one wins over the same agent in an earlier one. */
export const agentFormats: readonly AgentFormat[] = [github, opencode, claude]

/** The format of a file, by its folder or its ending; null for our own. */
export function formatOf(file: string): AgentFormat | null {
  const path = file.replaceAll('\\', '/')
  const isIn = ({ folders, ending }: AgentFormat) =>
    ending === '.md' ? folders.some((folder) => path.includes(`${folder}/`)) : path.endsWith(ending)
  return agentFormats.find(isIn) ?? null
}

/** What `--from` may say, our own format first. */
export const formatNames: readonly string[] = ['convene', ...agentFormats.map(({ name }) => name)]

/** The format of this name; null for our own. */
export const formatNamed = (name: string): AgentFormat | null =>
  agentFormats.find((format) => format.name === name) ?? null
