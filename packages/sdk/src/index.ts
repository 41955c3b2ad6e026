export { convene } from './convene.ts'
export { defineAgent, defineTool } from './define.ts'
export { ConveneError } from './error.ts'
export type {
  AgentDefinition,
  AiSdkModel,
  AiSdkProvider,
  Convene,
  ConveneOptions,
  Limits,
  ModelCall,
  ModelFunction,
  ModelMessage,
  ModelPart,
  ModelUsage,
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
