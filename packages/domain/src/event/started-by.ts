import { z } from 'zod'

/**
 * Who started a run: the user on any screen, a program that works for them (`acp`: an editor, `sdk`, `action`: a CI
 * workflow, `webhook`: a hook in their settings, `eval`), or another agent that reached us over MCP, A2A or the OpenAI
 * API.
 */
export const StartedBy = z.enum(['user', 'acp', 'sdk', 'action', 'webhook', 'eval', 'mcp', 'a2a', 'openai'])
export type StartedBy = z.infer<typeof StartedBy>

const agents: readonly StartedBy[] = ['mcp', 'a2a', 'openai']

/** Whether another agent chose the goal. It is not the user, and nothing it says is their word. */
export const isOtherAgent = (by: StartedBy | undefined): boolean => by !== undefined && agents.includes(by)
