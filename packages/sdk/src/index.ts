export { convene } from './convene.ts'
export { defineAgent, defineTool } from './define.ts'
export { ConveneError } from './error.ts'
export type {
  AgentDefinition,
  Convene,
  ConveneOptions,
  Limits,
  ModelCall,
  ModelFunction,
  PermissionAnswer,
  PermissionAsk,
  Question,
  ReasoningLevel,
  RunEvent,
  RunOptions,
  RunResult,
  TeamRun,
  ToolDefinition,
} from './types.ts'
