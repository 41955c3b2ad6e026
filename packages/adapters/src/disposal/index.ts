export { disposeSession, type Estate } from './dispose-session.ts'
export { listTrash, restoreSession, type Trashed } from './restore-session.ts'
export { type Sweep, type SweepOptions, startSweep } from './sweep.ts'
export { isInTrash } from './trash.ts'
