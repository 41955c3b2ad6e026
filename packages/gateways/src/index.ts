import type { Extension } from '@convene/host'
import { openGateways } from './open-gateways.ts'
import { postToWebhooks } from './webhooks/outgoing.ts'

export { mcpServerFactory } from './mcp/mcp-server.ts'
export { stateResult } from './mcp/result.ts'
export type { Hook } from './webhooks/deliver.ts'
export { HookPost } from './webhooks/hook-post.ts'
export { postToWebhooks } from './webhooks/outgoing.ts'
export { checkSignature, signed } from './webhooks/signature.ts'

export const extension: Extension = {
  commands: {
    acp: async (context) => (await import('./acp/acp.ts')).serveEditor(context),
    mcp: async (context) => (await import('./mcp/serve-agents.ts')).serveAgents(context),
  },
  gateways: { open: openGateways, postEvents: postToWebhooks },
}
