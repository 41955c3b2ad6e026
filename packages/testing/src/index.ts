export { fault, faults, on, startModelServer } from './model-server.ts'
export { answers, breaksOff, calls, fails, hangs, says, scriptedModel, speaker } from './scripted-model.ts'
export type {
  Answer,
  Fault,
  Match,
  ModelServer,
  ModelServerOptions,
  Replies,
  Reply,
  Rule,
  Saying,
  ScriptedModel,
  ScriptedRequest,
  ScriptLine,
  ServerMessage,
  ServerRequest,
} from './types.ts'
