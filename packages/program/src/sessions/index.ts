export {
  type Attached,
  attach,
  type FileReference,
  type KeptFile,
  keepFile,
  sweepFiles,
} from '../attachments/attachments.ts'
export { decisionsIn, type KeptRecord, keepDecisions, type ListedDecision } from '../decisions/decisions.ts'
export { type ExportOptions, exportSession } from '../export/export-session.ts'
export { type Export, type ExportFormat, exportForms } from '../export/write-export.ts'
export { writeInThread } from '../export/write-in-thread.ts'
export { changesIn, type FileChange, type Reverted, revertChange } from './changes.ts'
export { compareStored } from './compare.ts'
export { deleteSession } from './delete-session.ts'
export { type Fork, type ForkWish, forkSession } from './fork-session.ts'
export { findTrashed, restoreTrashed } from './restore-session.ts'
