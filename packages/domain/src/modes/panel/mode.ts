import { runRecordOf } from '../../decision/run-record.ts'
import { isRehearsed } from '../../mode/conclude.ts'
import type { Mode } from '../../mode/mode.ts'
import { absorbPanel } from './absorb.ts'
import { panelAnswers } from './answers.ts'
import { evolvePanel } from './evolve.ts'
import { panelFace } from './face.ts'
import { nextInPanel } from './next.ts'
import { forecast } from './opening/forecast.ts'
import { refusePanel } from './refuse-panel.ts'
import { headFollowUp } from './report/follow-up.ts'
import { decisionLimits, usualLimits } from './setup/limits.ts'
import { headOf } from './setup/seats.ts'
import { panelSeats } from './setup/settings.ts'
import { panelTransitions } from './setup/table.ts'
import { blank, type Panel } from './state.ts'
import { status } from './status.ts'
import { userTurn } from './user-turn.ts'
import { panelView } from './view.ts'

/** A debate that resists politeness: blind at first, then anonymous, moderated, voted on in secret, on the record. */
export const panel: Mode<Panel> = {
  ...panelFace,
  transitions: panelTransitions,
  answers: panelAnswers,
  seats: panelSeats,
  limits: ({ members }, way) => (way === 'decide' || way === 'estimate' ? decisionLimits : usualLimits)(members.length),
  forecast,
  refuse: refusePanel,
  blank: (team, settings, tags) => {
    const known = runRecordOf({ team, settings }, tags)
    const rehearsal = isRehearsed({ team, settings }) && { rehearsal: true }
    return { ...blank, opening: { ...blank.opening, ...rehearsal, known, tags } }
  },
  evolve: evolvePanel,
  view: panelView,
  absorb: absorbPanel,
  next: nextInPanel,
  user: {
    hears: (session, task) => task.agent === (session.run && headOf(session.run)?.slug),
    followUp: headFollowUp,
    turn: userTurn,
    status: (session, data) => (session.run ? status({ session, run: session.run, panel: data }) : ''),
  },
}
