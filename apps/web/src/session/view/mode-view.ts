import { type ModeView, modeViewOf, noLimits, plainView, type Run } from '@convene/domain'
import type { View } from './view.ts'

const none = plainView({ turns: 0, limits: noLimits })

/** What a run's mode shows about it. Its parts keep their identity until they change. */
export const shownBy = (run: Run | null): ModeView => (run ? modeViewOf(run) : none)

/** The same for the newest run. */
export const shownNow = ({ session }: View): ModeView => shownBy(session.run)
