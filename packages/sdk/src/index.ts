export { convene } from './convene.ts'
export { defineAgent, defineTool } from './define.ts'
export { ConveneError } from './error.ts'
export type { RunEvent, RunEventData } from './run-event.ts'
export type { Limits } from './run-options.ts'
export type {
  AgentDefinition,
  AiSdkModel,
  AiSdkProvider,
  Convene,
  ConveneOptions,
  ModelCall,
  ModelFunction,
  ModelMessage,
  ModelPart,
  ModelUsage,
  PermissionAnswer,
  PermissionAsk,
  Question,
  ReasoningLevel,
  RunOptions,
  RunResult,
  TeamRun,
  ToolDefinition,
} from './types.ts'
