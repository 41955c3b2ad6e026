export { draftAgentPrompts, draftTeamPrompts, type SeatPrompt } from './agents/draft-prompts.ts'
export { finalPrompt } from './agents/final-prompt.ts'
export { findAgent } from './agents/find-agent.ts'
export { answerAsk, type Permit, type PersonsAnswer, permitFor } from './approvals/answer-ask.ts'
export { allPending, findAsk, type Waiting, waitingId } from './approvals/find-pending.ts'
export { grantOf, misfit, proposedAlways } from './approvals/grant.ts'
export { chainText, type Pending, pendingIn, waitsForAnswers } from './approvals/pending.ts'
export { rememberAlways } from './approvals/remember.ts'
export {
  type Attached,
  attach,
  type FileReference,
  type KeptFile,
  keepFile,
  sweepFiles,
} from './attachments/attachments.ts'
export { quoteFile } from './attachments/quote.ts'
export { decisionsIn, type KeptRecord, keepDecisions, type ListedDecision } from './decisions/decisions.ts'
export { type Export, type ExportFormat, exportForms, exportSession } from './export/export-session.ts'
export { type Keys, keepKey, readKeys } from './keys/key-file.ts'
export { refuseModel } from './models/refuse-model.ts'
export { homeOf, type OpenProgram, openProgram, type ProgramOptions } from './open-program.ts'
export type { Brought, Program } from './program.ts'
export { type Prepared, prepareRun, type RunWish } from './run/prepare-run.ts'
export { changesIn, type FileChange, type Reverted, revertChange } from './sessions/changes.ts'
export { deleteSession } from './sessions/delete-session.ts'
export { findSession, shortId } from './sessions/find-session.ts'
export { type Fork, forkSession } from './sessions/fork-session.ts'
export { findTrashed, restoreTrashed } from './sessions/restore-session.ts'
export { settingsOf } from './settings/settings-of.ts'
export { diagnose } from './teams/diagnose.ts'
export { describedTeams, findTeam } from './teams/find-team.ts'
export { saveSquad } from './teams/save-squad.ts'
export { squadOptions } from './teams/squad-options.ts'
export { teamOfSession } from './teams/team-of-session.ts'
export { type Judged, type Trial, tryTool } from './tools/try-tool.ts'
export { type RecentWorkspace, recentWorkspaces } from './workspace/recent-workspaces.ts'
export { refuseWorkspace } from './workspace/refuse-workspace.ts'
