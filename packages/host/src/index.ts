export { diagnoseAgents, diagnoseMembers } from './agents/diagnose-agents.ts'
export { draftAgentPrompts, draftTeamPrompts, type SeatPrompt } from './agents/draft-prompts.ts'
export { finalPrompt } from './agents/final-prompt.ts'
export { findAgent } from './agents/find-agent.ts'
export { type AskedForm, answerForm, formAnswer } from './approvals/answer-form.ts'
export { findByPrefix } from './approvals/find-by-prefix.ts'
export { allPending, type FoundPending, findApproval, shownId, waitingIn } from './approvals/find-pending.ts'
export { withFirstAnswer } from './approvals/first-answer.ts'
export { grantOf, patternProblem, proposedAlways } from './approvals/grant.ts'
export {
  askerChainText,
  chainOf,
  type Pending,
  type PendingAnswer,
  pendingAnswers,
  pendingIn,
  waitsForAnswers,
} from './approvals/pending.ts'
export { rememberAlways } from './approvals/remember.ts'
export {
  type AttachedFile,
  attachFile,
  type FileReference,
  type KeptFile,
  keepFile,
  removeOldUploads,
} from './attachments/attachments.ts'
export { quoteFile } from './attachments/quote.ts'
export { type CommentRequest, discuss } from './build/discuss.ts'
export { type LandRequest, land } from './build/land.ts'
export { readReview } from './build/read-review.ts'
export { cleanUpWorker } from './cleanup/cleanup-of-worker.ts'
export { type KeptRecord, keepDecisions } from './decisions/decisions.ts'
export { findDecision, type OutcomeRequest, resolveDecision } from './decisions/outcomes.ts'
export { answerAsk, type Permit, type PersonsAnswer, permitFor } from './drive/answer-ask.ts'
export { type Drive, type DriveRequest, drive, type Watcher } from './drive/drive.ts'
export { reachesModels, sendCommand } from './drive/send-command.ts'
export { continueSession, startSession, stopSession } from './drive/start.ts'
export { ExportQueue } from './export/export-queue.ts'
export { type ExportOptions, exportCard, exportSession } from './export/export-session.ts'
export { textWithoutSecrets } from './export/safe-text.ts'
export { type Export, writeExport } from './export/write-export.ts'
export { writeInThread } from './export/write-in-thread.ts'
export type { AgentModels, AgentOptions, AgentTestOptions, AgentTrial, Confining } from './extension/coding-agents.ts'
export type {
  CommandContext,
  CommandInput,
  DoctorCheck,
  Extension,
  ExtensionCheck,
  ExtensionCommand,
  OptionalPackage,
} from './extension/extension.ts'
export { type Extensions, extensionsOf } from './extension/extensions.ts'
export type { Gateway, PostOptions } from './extension/gateways.ts'
export type { KeptParts } from './extension/optional-package.ts'
export { collectReview, reviewText } from './findings/collect-review.ts'
export { AgentBudget } from './gateway/budget.ts'
export { type CallingProgram, isStartedByAgent, mayContinue, sessionOf } from './gateway/caller.ts'
export { prepareTeam } from './gateway/prepare-team.ts'
export { RefusedRequest } from './gateway/refused.ts'
export { askTeam, startTeam, type TeamStart } from './gateway/start-team.ts'
export { type TeamState, teamState, waitingFor } from './gateway/team-state.ts'
export { watchTeam } from './gateway/watch-team.ts'
export { forgetKey, type KeyToKeep, type KnownKey, keepKey, knownKeys } from './keys/known-keys.ts'
export type { Unlocked } from './keys/with-keys.ts'
export { type KeyTest, testKey } from './model-test/test-key.ts'
export { type ModelCheck, type ModelTest, TEST_IDLE_MS, testModel } from './model-test/test-model.ts'
export { agentModels, testCodingAgent } from './models/agent-models.ts'
export {
  availableModels,
  type CodingAgent,
  codingAgents,
  findCodingAgents,
  unaskedText,
} from './models/coding-agents.ts'
export { modelConfiguration, refreshModels } from './models/refreshed-models.ts'
export { refuseModel } from './models/refuse-model.ts'
export { once } from './once.ts'
export { homeOf, type OpenProgram, openProgram, type ProgramOptions } from './open-program.ts'
export type { FoundVersion, HostProvided, Program, ProgramStore } from './program.ts'
export { makeReceipt, type ReceiptWish } from './receipt/make-receipt.ts'
export { knownKey, receiptCrypto, receiptKeyFile, signingKey } from './receipt/signing-key.ts'
export { leavesChoice, leavesTeamOpen } from './run/choose-team.ts'
export { type Prepared, prepareRun } from './run/prepare-run.ts'
export type { HostRunRequest } from './run/run-request.ts'
export { withUnseenImages } from './run/unseen-images.ts'
export { changesIn, type Reverted, revertChange, type SessionFileChange } from './sessions/changes.ts'
export { compareStored } from './sessions/compare.ts'
export { deleteSession } from './sessions/delete-session.ts'
export { findSession, shortId } from './sessions/find-session.ts'
export { BEFORE_STOP, type ForkedSession, type ForkRequest, forkSession } from './sessions/fork-session.ts'
export { type ChangedFork, forkWithChange } from './sessions/fork-with-change.ts'
export { withSentences } from './sessions/found-sentences.ts'
export { isSessionInterrupted, withInterrupted } from './sessions/interrupted.ts'
export { findTrashed, restoreTrashed } from './sessions/restore-session.ts'
export { statesOf } from './sessions/states-of.ts'
export { changeSettings, type SettingsEdit } from './settings/change-settings.ts'
export { HIDDEN, hideSecrets } from './settings/hide-secrets.ts'
export { settingsOf } from './settings/settings-of.ts'
export type { SharedSessions } from './shared/shared-sessions.ts'
export { adviceAbout, diagnose } from './teams/diagnose.ts'
export { describedTeams, findListedTeam } from './teams/find-team.ts'
export { saveSquad } from './teams/save-squad.ts'
export { squadOptions, squadReader } from './teams/squad-files.ts'
export { teamOfSession } from './teams/team-of-session.ts'
export { isForeign, isForeignCopy, renamedTeam } from './teams/wanted-team.ts'
export type { EditorAccess } from './tools/editor-access.ts'
export { type JudgedCall, type Trial, tryTool } from './tools/try-tool.ts'
export { listTrash, restoreSession, type Trashed } from './trash/restore-session.ts'
export { isInTrash } from './trash/trash.ts'
export { type TrashContext, trashSession } from './trash/trash-session.ts'
export { agentTrustIn } from './trust/agent-trust.ts'
export { NO_FOLDER } from './workspace/no-folder.ts'
export { type RecentWorkspace, recentWorkspaces } from './workspace/recent-workspaces.ts'
export { refuseWorkspace } from './workspace/refuse-workspace.ts'
