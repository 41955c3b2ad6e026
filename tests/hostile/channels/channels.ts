import type { Scenario } from '../scenario.ts'
import { agentsMdScenarios } from './agents-md.ts'
import { charter } from './charter.ts'
import { commit } from './commit.ts'
import { file } from './file.ts'
import { mcp } from './mcp.ts'
import { pageScenarios } from './page.ts'
import { peer } from './peer.ts'
import { searched } from './search.ts'
import { toolOutput } from './tool-output.ts'
import { worktree } from './worktree.ts'

/** Every channel through which other people's words reach a model. */
export const channels: { readonly [channel: string]: readonly Scenario[] } = {
  file,
  page: pageScenarios,
  'tool output': toolOutput,
  'MCP server': mcp,
  charter,
  'peer message': peer,
  'AGENTS.md': agentsMdScenarios,
  'commit text': commit,
  search: searched,
  worktree,
}
