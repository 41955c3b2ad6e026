// The client of the protocol in one piece, which is loaded when an agent starts.
export { acpModels } from './acp-models.ts'
export { tryAgent } from './try-agent.ts'
