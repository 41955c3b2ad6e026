export { answerAsk, type Permit, type PersonsAnswer, permitFor } from './approvals/answer-ask.ts'
export { findByPrefix } from './approvals/find-by-prefix.ts'
export { allPending, findApproval, shownId, type Waiting, waitingIn } from './approvals/find-pending.ts'
export { grantOf, misfit, proposedAlways } from './approvals/grant.ts'
export {
  answersIn,
  chainText,
  type Pending,
  type PendingAnswer,
  pendingIn,
  waitsForAnswers,
} from './approvals/pending.ts'
export { rememberAlways } from './approvals/remember.ts'
export { quoteFile } from './attachments/quote.ts'
export { forgetKey, type KeyToKeep, type KnownKey, keepKey, knownKeys } from './keys/known-keys.ts'
export type { Unlocked } from './keys/with-keys.ts'
export { refuseModel } from './models/refuse-model.ts'
export { reachesModels, tellSession } from './models/tell-session.ts'
export { homeOf, type OpenProgram, openProgram, type ProgramOptions } from './open-program.ts'
export type { Brought, Program } from './program.ts'
export { type Prepared, prepareRun } from './run/prepare-run.ts'
export type { RunWish } from './run/run-wish.ts'
export { findSession, shortId } from './sessions/find-session.ts'
export { statesOf } from './sessions/states-of.ts'
export { changeSettings, type SettingsEdit } from './settings/change-settings.ts'
export { HIDDEN, hideSecrets } from './settings/hide-secrets.ts'
export { settingsOf } from './settings/settings-of.ts'
export { type RecentWorkspace, recentWorkspaces } from './workspace/recent-workspaces.ts'
export { refuseWorkspace } from './workspace/refuse-workspace.ts'
