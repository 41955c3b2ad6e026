export { Agent, ModelName, Slug, slugOf, ToolFilter } from './agent/agent.ts'
export { citationsIn } from './answer/citations.ts'
export { citedOnce } from './answer/cited-once.ts'
export { type DeclaredAnswer, PROSE_KEY } from './answer/declared.ts'
export { withoutAsked } from './answer/echo.ts'
export { growingMarks } from './answer/growing-marks.ts'
export { jsonIn } from './answer/json.ts'
export { valueIn } from './answer/marks.ts'
export { readShare } from './answer/number.ts'
export { optionKey, optionMeant } from './answer/option.ts'
export { withoutOpenMark, withPlainMarks } from './answer/plain-marks.ts'
export { stanceLine } from './answer/stance-lines.ts'
export { anchorOf, aroundOf } from './build/anchor.ts'
export { knownLinesIn } from './build/known-lines.ts'
export { type FilePatch, type Hunk, type NumberedLine, numbered } from './change/patch.ts'
export { readPatch } from './change/read-patch.ts'
export { type Check, type CheckResult, type Moment, onlyLooks } from './check/check.ts'
export { checkText, passText } from './check/check-text.ts'
export { projectCommands, projectFiles } from './check/project-commands.ts'
export { isGood, isProven, isYours, type Judged, judgeCheck, ranText, type Seen } from './check/proof.ts'
export { readCheck } from './check/read-check.ts'
export { passedTests } from './check/test-summary.ts'
export { callLike, forbiddenBy, isJudged } from './checked-work/judge-check.ts'
export { passingText, proofText, seenByRun, unmetLines } from './checked-work/outcome.ts'
export { givesCommands } from './checked-work/run-work.ts'
export { type AskFewer, askingFewer, asksEveryone } from './counting/ask-fewer.ts'
export { emptyRecord } from './counting/record.ts'
export {
  calibrationError,
  logScoreOf,
  marginOf,
  mean,
  type Replayed,
  type ResolvedVote,
  replayVotes,
  scoreOf,
  scoresByAge,
  shuffledCases,
} from './counting/replay-votes.ts'
export { type CountingRule, countingRule, firstGuesses, majorityRule, outweighsAll } from './counting/rules.ts'
export { recordFor } from './counting/stored-record.ts'
export { vendorOf } from './counting/vendor.ts'
export { type Adr, adrText, madrText } from './decision/adr.ts'
export { basisText, isUnlikely, shortBasisText } from './decision/forecast-text.ts'
export { isBallot } from './decision/places.ts'
export { confidenceIn } from './decision/read-answer.ts'
export {
  countedIn,
  type DecisionOutcome,
  type RecordedDecision,
  recordedIn,
  trackRecordOf,
  withoutCopies,
} from './decision/recorded.ts'
export { redactVotes } from './decision/redact-votes.ts'
export { checkIntent, placeOfCheck } from './effect/check-effect.ts'
export type { CaptureEffect, CheckEffect, Effect, ModelEffect, Outcome, Step, ToolEffect } from './effect/effect.ts'
export type { ContextLine, ModelRequest } from './effect/request.ts'
export { pastRunsOf } from './estimate/finished-runs.ts'
export { learnedWidth, missIn } from './estimate/learned-width.ts'
export { quantityAsked } from './estimate/quantity.ts'
export { estimateLine, middleText, valueRangeText } from './estimate/range-text.ts'
export { finishedRun } from './estimate/read-finished.ts'
export { EVAL_TAG } from './eval/eval-tag.ts'
export { Answer, isUnattended } from './event/ask-facts.ts'
export {
  CommentSeverity,
  DiffSide,
  Landing,
  LandingConflict,
  LineComment,
  MergedCheck,
  OwnChange,
} from './event/build-facts.ts'
export type { How } from './event/decision-facts.ts'
export type { Pooled, ValueRange } from './event/estimate-facts.ts'
export { type Event, type EventOf, effectEndedBy, type Fact, fact, type Person } from './event/event.ts'
export {
  type Facts,
  type FactType,
  FinalState,
  Finish,
  facts,
  factTypes,
  MessageKind,
  Role,
  Totals,
  versionOf,
} from './event/facts.ts'
export { type ChangeableLimit, ForkChange, type MadeChange } from './event/fork-change.ts'
export { foldFor } from './event/known-since.ts'
export type { CommonPoint } from './event/opinion-facts.ts'
export { NewerEvent, type Position, parseEvent, whyUnreadable } from './event/parse-event.ts'
export { ownRules, type RuleVersions } from './event/rule-versions.ts'
export { Estimate, ModelInfo, RunSettings } from './event/run-settings.ts'
export { isOtherAgent, StartedBy } from './event/started-by.ts'
export { PlanStep, StepGrant, StepState } from './event/step.ts'
export { TaskKind } from './event/task-kind.ts'
export { fromCheckedWire, fromWire, toWire, type WireEvent } from './event/wire.ts'
export { changedLimits, changeText, forkTitle } from './fork/change-text.ts'
export { constraintsWith } from './fork/changed-brief.ts'
export { changedTeam, keptBy } from './fork/changed-team.ts'
export { refuseChange } from './fork/refuse-change.ts'
export { Image, ImageType, imageText } from './image/image.ts'
export {
  endsRun,
  isWiderLimit,
  type LimitKey,
  LimitName,
  LimitSettings,
  Limits,
  limitKeys,
  limitTable,
  noLimits,
} from './limits/limits.ts'
export { PROHIBITED, WITHHELD } from './limits/prohibited.ts'
export { beyondLimits } from './limits/reach-limits.ts'
export { append, emptyList, findLast, items, type List, listOf, perChunk, toArray } from './list/list.ts'
export { importsIn } from './means/imports.ts'
export { changedMeans, type KnownFiles, type MeansChange } from './means/means.ts'
export { reachesIn, TESTS_INSIDE, USES_RUNNER } from './means/reaches.ts'
export { hasRecipes } from './means/recipes.ts'
export { isSource } from './means/started-files.ts'
export { decidesTests, dependencyFolders } from './means/test-files.ts'
export { toDot, toMermaid } from './mode/diagram.ts'
export { estimate } from './mode/estimate.ts'
export type { Mode, ModeSettings } from './mode/mode.ts'
export { leadsTo } from './mode/transitions.ts'
export {
  type Chance,
  type DebateView,
  type Dissent,
  type ModeView,
  type OptionView,
  type OptionVotes,
  type PlanView,
  type PositionView,
  plainView,
  type StepView,
  type Tally,
  type VoteView,
} from './mode/view.ts'
export { pointHeadings, pointKinds } from './modes/broadcast/points-text.ts'
export { declaredAnswers } from './modes/declared-answers.ts'
export { seatsUser, traitsOf, usualMode } from './modes/faces.ts'
export { modes } from './modes/modes.ts'
export { parseAssignments } from './modes/orchestrate/parse-assignments.ts'
export { type PanelReading, panelIn, readPanel, withParts, withSealedVotes } from './modes/panel/accessors.ts'
export { comparedIn } from './modes/panel/ballot/count-lines.ts'
export { MORE_ANALYSIS } from './modes/panel/debate/reading.ts'
export type { Held, Turn } from './modes/panel/debate/state.ts'
export { opensExperiment } from './modes/panel/experiment/places.ts'
export { protocolFor } from './modes/panel/opening/frame.ts'
export { TOPIC_MARKS } from './modes/panel/opening/topic-options.ts'
export { REPORT_SECTIONS } from './modes/panel/report/sections.ts'
export { blank, type Panel } from './modes/panel/state.ts'
export { changedInWorktree } from './modes/plan/changed-in-worktree.ts'
export { checkPlan } from './modes/plan/check-plan.ts'
export { planAllows } from './modes/plan/grants.ts'
export { budgetText, candidateName, lineCommentText, planText } from './modes/plan/plan-text.ts'
export { readPlan } from './modes/plan/read-plan.ts'
export type { Plan } from './modes/plan/state.ts'
export { unacceptedText } from './modes/plan/unaccepted.ts'
export { loopSentence } from './modes/reflect/ending.ts'
export { limitsAtStart, limitsExpected, noticeAtStart, turnsOf } from './modes/turns-of.ts'
export { modeViewOf } from './modes/view-of.ts'
export { compilePattern } from './pattern/compile-pattern.ts'
export { matchesPattern } from './pattern/match-pattern.ts'
export { approvalId, sessionOfApproval } from './permission/approval-id.ts'
export { askLine, grantsOf, type WantedPart, wantedParts, wantedText } from './permission/ask-text.ts'
export {
  isGranted,
  judge,
  judgeAll,
  matches,
  type PermissionVerdict,
  type RuleLayer,
  textOfPattern,
} from './permission/judge.ts'
export { knownTools, toolsCalled } from './permission/known-tools.ts'
export { planGrants } from './permission/plan-grants.ts'
export { Action, type Layer, Rules } from './permission/rules.ts'
export { messageBy } from './prompt/ask.ts'
export { headings } from './prompt/heading.ts'
export { systemPrompt, unknownVariables } from './prompt/system.ts'
export { Reasoning } from './reasoning/reasoning.ts'
export { Chain, type ChainHead, firstText, firstWrongLink, linkOf, saltIn, sealedText } from './receipt/chain.ts'
export { sealText } from './receipt/seal.ts'
export { joinEvent, SEALED, splitEvent } from './receipt/split-event.ts'
export { dueAt, readResolve } from './resolution/read-resolve.ts'
export {
  aboutMinutesText,
  callsText,
  costRangeText,
  estimateText,
  learnedText,
  minutesText,
  savedText,
  underCostText,
} from './run/estimate-text.ts'
export { capTexts, limitWord, overText, ruleText } from './run/limit-text.ts'
export { timesIn, timesOf, timesText, totalsText } from './run/run-times.ts'
export { timeLeftText } from './run/time-left.ts'
export { choiceLabel, type OptionFlag } from './run-option/option.ts'
export { allOptions, type ListedOption, optionsOn } from './run-request/all-options.ts'
export { optionKindOf } from './run-request/option-kind.ts'
export { AUTO } from './run-request/options.ts'
export {
  hookFields,
  programFields,
  programRequest,
  type RunRequest,
  requestFrom,
  runRequestFields,
  storedOptions,
} from './run-request/request.ts'
export { type Doubt, doubtfulReferences } from './seating/doubtful-references.ts'
export { agentColor, type Colors, seatColors, teamColors } from './seating/seat-colors.ts'
export { hiddenText, type SeatedRun, type SeatingRequest, seatTeam } from './seating/seat-team.ts'
export { agentOfSeat, modelsOf, teamOfRun } from './seating/team-of-run.ts'
export { unmetLevels } from './seating/unmet-levels.ts'
export { addressedTo, awaitsOnlyUser, isMessage, pendingQuestion, sessionStatusText } from './session/accept-message.ts'
export { Activity, activityOf, activityOfTask, activityText, isAtWork, pendingSince } from './session/activity.ts'
export { buildOf, directoryOf, worktreeOf } from './session/directory.ts'
export { createDomain, type Domain, engineDomain } from './session/domain.ts'
export { idleLimitMs } from './session/idle-limit.ts'
export type { Acceptance } from './session/refuse-command.ts'
export { shortLimits } from './session/short-limits.ts'
export { type Narrowed, onlyIf, onlyLower, onlyOn, onlySame } from './setting/only-stricter.ts'
export { type Setting, type SettingSection, type SettingTable, setting, settingByName } from './setting/setting.ts'
export { assert } from './shared/assert.ts'
export { hashNumber } from './shared/hash.ts'
export { AskId, CallId, EffectKey, MessageId, RunId, SessionId, shortId, TaskId } from './shared/ids.ts'
export { Json } from './shared/json.ts'
export { ok, type Refusal, type Result, refuse } from './shared/result.ts'
export { answersAmong, saidIn } from './state/answers.ts'
export { type BuildComment, type BuildRecord, type LandingState, noBuild } from './state/build.ts'
export type { Command, RunStart } from './state/command.ts'
export { countWaiting } from './state/count-waiting.ts'
export { asksUser, type Decision, isUndecided, outcomeText, waitsForUser } from './state/decision.ts'
export { goalLine, summaryOf } from './state/headline.ts'
export { missingSeats, resultsOf } from './state/past.ts'
export {
  type Ask,
  emptySession,
  isActive,
  isAgentPaused,
  isBusy,
  isFinal,
  isPaused,
  isStopped,
  type Message,
  openTasks,
  type Question,
  type Run,
  type Session,
  seatName,
  seatOf,
} from './state/session.ts'
export { asksForStatus, followUpSpend } from './state/status.ts'
export type { CallStage, Task, TaskCall } from './state/task.ts'
export { roomWarnings } from './task/tool-room.ts'
export { isOffered, outputLimitOf, toolInputOf } from './task/tools.ts'
export { ASSUMED_WINDOW } from './task/window.ts'
export { randomFrom } from './team/draw-models.ts'
export { innerTools, isInner } from './team/inner-tools.ts'
export { nearestName } from './team/nearest-name.ts'
export { Member, Seat, SeatedTeam, SeatRole, seatsOf, Team } from './team/team.ts'
export { isUnnamed, teamText, UNNAMED } from './team/team-text.ts'
export { agentMembers, hasUserSeat, isCaller, isUser, USER, withUserSeat } from './team/user-seat.ts'
export { costText, countText, dollarsText, durationText, numberText, priceParts, tokensText } from './text/amounts.ts'
export { clean, cleanJson, cleanLine, cleanLines, spelled, spelledLine, streamedLines } from './text/clean.ts'
export { cutAtWord } from './text/cut-at-word.ts'
export { withoutGitHeaders } from './text/diff.ts'
export { initialsOf } from './text/initials.ts'
export { withLetteredLists } from './text/lettered-list.ts'
export { letterAt, placeOfLetter } from './text/letters.ts'
export { linkSchemes } from './text/link-schemes.ts'
export { markdownLine } from './text/markdown-line.ts'
export { endWord, errorText, nowText, phaseText, spaced } from './text/phase-words.ts'
export { plainOutput } from './text/plain-output.ts'
export { longestTicks, quoted } from './text/quoted.ts'
export { type FoundSentence, sentenceWith } from './text/sentence-with.ts'
export { moreText, sumUp, sumUpTexts } from './text/sum-up.ts'
export { visible } from './text/visible.ts'
export { withoutEnd, withoutStart } from './text/without-marks.ts'
export { AGENT_STEP } from './tool/agent-step.ts'
export { showsDiff } from './tool/diff-tools.ts'
export { readReference } from './tool/output-reference.ts'
export {
  Artifact,
  CommandLine,
  ReportedStep,
  Resource,
  ToolCall,
  ToolInquiry,
  ToolReach,
  ToolSpec,
} from './tool/tool.ts'
export { costOf, estimateTokens, noSpend, Price, type Spend, tokensOf, Usage } from './usage/usage.ts'
