export { type Deed, lineOf as deed } from './acp-agent/deeds.ts'
export { type ScriptedAgent, scriptedAgent } from './acp-agent/scripted-agent.ts'
export { type FakeClock, fakeClock } from './clock/fake-clock.ts'
export { type Contract, describeContract } from './contract/describe-contract.ts'
export { describeEventLog } from './event-log/describe-event-log.ts'
export type { LogFixture } from './event-log/log-fixture.ts'
export {
  type MemoryAppend,
  type MemoryFaults,
  type MemoryStorage,
  memoryEventLog,
  memoryStorage,
} from './event-log/memory-event-log.ts'
export { decided, sampleFacts, sampleRow, sessionNumber, stamped, userSays } from './event-log/sample-events.ts'
export { examples } from './examples/examples.ts'
export { type Example, record } from './examples/record.ts'
export { type MemoryWorkspace, memoryFiles } from './files/memory-files.ts'
export { folderOf } from './folder/folder-of.ts'
export { png } from './folder/picture.ts'
export { canary, git, put, repositoryWith, stateOf } from './folder/repository.ts'
export { type TemporaryFolder, temporaryFolder } from './folder/temporary-folder.ts'
export { squaresOf } from './growth/growth.ts'
export { countingIds } from './ids/counting-ids.ts'
export { describeKeyring, type KeyringFixture } from './keyring/describe-keyring.ts'
export { type FakeProgram, fakeProgram } from './keyring/fake-keychain.ts'
export { memoryKeyring } from './keyring/memory-keyring.ts'
export { describeModel } from './model/describe-model.ts'
export type { ModelFixture } from './model/model-fixture.ts'
export { type ModelStory, replyOf } from './model/story.ts'
export type { Answer, AnswerFinish, ScriptedCall, ScriptedUsage } from './model-server/answer.ts'
export { awsFrame } from './model-server/dialects/aws-frame.ts'
export { faultCases, faultCasesOf, faultNamed } from './model-server/faults/catalogue.ts'
export type { Expectation, ExpectedCall, FaultCase, FaultGroup } from './model-server/faults/fault-case.ts'
export { fuzzedStream } from './model-server/faults/fuzz.ts'
export {
  chattyModel,
  failingGateway,
  reasoningModel,
  smallModel,
  strictModel,
} from './model-server/impersonations/impersonations.ts'
export type { Fault, Reply } from './model-server/reply.ts'
export type { DialectName, ServerMessage, ServerRequest } from './model-server/request.ts'
export { type Answering, type Match, on, type Rule } from './model-server/rules.ts'
export { rulesOf, type Script } from './model-server/script.ts'
export { type ModelServer, type ModelServerOptions, startModelServer } from './model-server/server.ts'
export { describeOwnership, type OwnershipFixture } from './ownership/describe-ownership.ts'
export { type MemoryOwners, type MemoryOwnership, memoryOwners, memoryOwnership } from './ownership/memory-ownership.ts'
export { type FoundPostgres, ownPostgres, type PostgresServer, sharedPostgres } from './postgres/postgres-server.ts'
export { type Ended, runProgram } from './program/run-program.ts'
export { breaksOff, calls, fails, hangs, later, type ScriptLine, says, speaker } from './scripted-model/line.ts'
export { answers, type ScriptedModel, type ScriptedRequest, scriptedModel } from './scripted-model/scripted-model.ts'
export { askOf, panelOf } from './simulation/panel-of.ts'
export { type Persona, personas } from './simulation/personas.ts'
export { plantedBugs } from './simulation/planted/planted-bugs.ts'
export { type Random, random } from './simulation/random.ts'
export { answerParts, callParts, failureParts, type RunChoice, runOf } from './simulation/run-of.ts'
export { type SimulationOptions, type SimulationResult, simulate } from './simulation/simulate.ts'
export { type Play, Stage, type StageOptions } from './simulation/stage.ts'
export { stateHash } from './simulation/state-hash.ts'
export { tellStory } from './simulation/story.ts'
export type { PlantedBug, TracedRequest, Violation } from './simulation/world.ts'
export { transcript } from './transcript/transcript.ts'
export { describeWork, type WorkFixture } from './work/describe-work.ts'
