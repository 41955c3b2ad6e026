import { type Fact, fact } from '../event/event.ts'
import type { Run } from '../session/state.ts'

/** The run goes on to another phase. */
export const move = (run: Run, trigger: string, to: string): Fact => fact('run.state', { from: run.phase, to, trigger })
