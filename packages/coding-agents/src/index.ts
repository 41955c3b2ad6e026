import type { Extension } from '@convene/host'
import { acpModels } from './client/acp-models.ts'
import { tryAgent } from './client/try-agent.ts'
import { findAgents } from './known/find-agents.ts'

export { acpModels }

export const extension: Extension = { codingAgents: { find: findAgents, models: acpModels, test: tryAgent } }
