import type { AgentDefinition, ToolDefinition } from './types.ts'

/** An agent written in code, checked by the compiler. */
export const defineAgent = (agent: AgentDefinition): AgentDefinition => agent

/** A tool written in code: its input is parsed by the schema before `run` sees it. */
export const defineTool = <Input>(tool: ToolDefinition<Input>): ToolDefinition<Input> => tool
