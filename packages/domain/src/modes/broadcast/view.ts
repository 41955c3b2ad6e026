import { type ModeView, plainView } from '../../mode/view.ts'
import type { Run } from '../../state/session.ts'
import type { Opinions } from './state.ts'

/** The answers' common points, once the lead has compared them. */
export const broadcastView = (run: Run, { points }: Opinions): ModeView => ({ ...plainView(run), points })
