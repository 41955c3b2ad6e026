export {
  type Approach,
  type ApproachName,
  approaches,
  approachOf,
  type ChosenApproach,
  chooseApproach,
  outcomeWord,
  runOutcomeWord,
} from './approach/approach.ts'
export type {
  BuildReview,
  Maker,
  ReviewComment,
  ReviewFile,
  ReviewHunk,
  ReviewRemark,
  ReviewStep,
} from './build/build-review.ts'
export { type NamedHunk, namedHunks } from './build/hunk-ids.ts'
export { makersIn } from './build/makers.ts'
export { firstLineOf, type Piece, piecesOf, placeInHunk, placeWords, statusWords } from './build/pieces.ts'
export { type Card, type CardSide, type CardSource, cardOf } from './card/card.ts'
export { type CardPlace, cardPlaceNames } from './card/card-places.ts'
export { cardHtml, cardPlaces, cardText } from './card/card-texts.ts'
export { compareSessions, type SessionComparison } from './comparison/compare-sessions.ts'
export type { ComparedRun } from './comparison/compared-run.ts'
export { effectText } from './comparison/effect-text.ts'
export {
  decisionsIn,
  outcomeLine,
  outcomeWords,
  type SessionDecision,
  withDecision,
} from './decision/session-decisions.ts'
export { type ExportFormat, exportFormatNames, exportFormats, exportFormatsText } from './export/export-formats.ts'
export { annotationsOf, withoutCommands } from './findings/annotations.ts'
export { type Finding, findingsAgain, findingsForm, isAtLeast, SEVERITIES, type Severity } from './findings/finding.ts'
export { junitOf } from './findings/junit.ts'
export { mergeFindings } from './findings/merge-findings.ts'
export { findingsReview, type Review } from './findings/review-of.ts'
export { sarifOf } from './findings/sarif.ts'
export { findingsText } from './findings/summary.ts'
export { escapeMarkdown, withoutEntities, withoutReferences } from './inert/references.ts'
export { adviceLines } from './outcome/advice.ts'
export { compareRules, type RulesCompared } from './outcome/compare-rules.ts'
export { dueDecisions, reminderOf } from './outcome/due.ts'
export { followUpQuestions } from './outcome/follow-up-questions.ts'
export { headlineParts } from './outcome/headline-parts.ts'
export { leverAnswer } from './outcome/levers.ts'
export { type PredictionSummary, summarizePredictions } from './outcome/predictions.ts'
export {
  isDue,
  isOfEval,
  lacksOutcome,
  type ModelSummary,
  type PairSummary,
  type RecordSummary,
  reviewTime,
  summarize,
  sureText,
} from './outcome/summary.ts'
export {
  endingParts,
  headlineOf,
  labelledParts,
  type RunVerdict,
  resultParts,
  verdictOf,
  verdictParts,
} from './outcome/verdict.ts'
export { type Playback, playbackOf, type Writing } from './playback/playback.ts'
export {
  type CheckWords,
  checksWord,
  checkWords,
  type ProofWord,
  proofWords,
  runProofWords,
  stepProofWord,
} from './proof/proof.ts'
export { firstSentence, plainQuote, quoteFor } from './quote/quote.ts'
export { type StandingLine, standingOf } from './quote/standing.ts'
export type { ReceiptContents, ReceiptResult } from './receipt/contents.ts'
export { otherRulesText } from './receipt/other-rules.ts'
export { type ReceiptHeader, WrongReceipt } from './receipt/receipt-lines.ts'
export { receiptText } from './receipt/receipt-text.ts'
export type { RefoldedResult } from './receipt/refold.ts'
export { type ReceiptCrypto, type VerifiedReceipt, verifyReceipt } from './receipt/verify-receipt.ts'
export { type ReceiptRequest, type Signing, writeReceipt } from './receipt/write-receipt.ts'
export { listedIn, type Report, reportOf } from './report/report.ts'
export { answerOf, answersToQuestions } from './story/answer.ts'
export { strangers } from './story/cast.ts'
export { CLAIMS_TITLE, type ClaimMark, claimLines, claimMarks, claimRows, unseenClaimsIn } from './story/claim-marks.ts'
export { endingText } from './story/ending-text.ts'
export { entriesOf } from './story/entries-of.ts'
export type { Entry, EntryChange, EntryOf, EntryPictures, ToolState, Used } from './story/entry.ts'
export { isShown, type Level, sentenceOf, type Tone, textOf, type Verbosity } from './story/line.ts'
export { lookOf, type Rank } from './story/message-looks.ts'
export { runState } from './story/run-state.ts'
export { runStateFacts, stateText } from './story/session-state.ts'
export { castOf, emptyStory, type Story, storyOf, withSeats } from './story/story.ts'
export { hasOneVoice, isStreamed } from './story/task-looks.ts'
export { isToldElsewhere, tell } from './story/tell.ts'
export { cutAt } from './story/tell-talk.ts'
export { changedLinesIn } from './story/tell-work.ts'
export { artifactText, artifactWord, howText, scopeText, verbs } from './story/vocabulary.ts'
export { lineOf } from './story/words.ts'
export { type Matrix, positionsOf, type Side } from './table/matrix.ts'
export { type Seated, seatAloud, type Table, type TableRound, tableOf } from './table/table.ts'
export { argumentOf, reasonOf, type TextOf } from './table/why-moved.ts'
export {
  type EventFilter,
  matchesFilter,
  type TimelineEntry,
  type TimelineFilter,
  timelineOf,
} from './timeline/timeline.ts'
