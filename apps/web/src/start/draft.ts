import { countText } from '@convene/domain'
import type { NewSession } from '@convene/protocol'
import { type LimitTexts, limitsIn } from '../settings/form/limit-texts.ts'
import { linesIn, wordsIn } from '../ui/text/words.ts'

export const emptyDraft = {
  goal: '',
  mode: '',
  team: '',
  model: '',
  reasoning: '',
  agents: '',
  limits: {} as LimitTexts,
  protocol: '',
  depth: '',
  /** How many panelists are asked before a decision: an `escalate` setting, or `vote`. */
  asking: '',
  seats: '',
  allow: '',
  constraints: '',
  yes: false as boolean,
  reflect: false as boolean,
  /** The settings' choice. Empty if there is none. */
  usual: { mode: '', team: '' },
}

/** The form as typed. */
export type Draft = Readonly<typeof emptyDraft>

/** Fills in the settings' choice unless the user has chosen otherwise. */
export function prefilled(draft: Draft, usual: Draft['usual']): Draft {
  const isUntouched = draft.mode === draft.usual.mode && draft.team === draft.usual.team
  return { ...draft, ...(isUntouched && usual), usual }
}

type RunRequest = Partial<NewSession>

/** The form as a request. Empty fields are left to the team and the settings. */
export function requestOf(draft: Draft, mode: string): RunRequest {
  const [agents, allow] = [wordsIn(draft.agents), linesIn(draft.allow)]
  const limits = limitsIn(draft.limits)
  const settings = settingsOf(draft, mode)
  return {
    ...(draft.goal.trim() && { goal: draft.goal.trim() }),
    ...modeOf(draft, agents),
    ...(draft.team && { team: draft.team }),
    ...(draft.model.trim() && { model: draft.model.trim() }),
    ...(draft.reasoning && { reasoning: draft.reasoning as RunRequest['reasoning'] }),
    ...(agents.length > 0 && { agents }),
    ...(allow.length > 0 && { allow }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(draft.constraints.trim() && { constraints: draft.constraints.trim() }),
    ...(draft.yes && { yes: true }),
  }
}

/** A cleared form requests one agent explicitly. Otherwise the settings would choose again. */
function modeOf({ mode, team, usual }: Draft, agents: readonly string[]): Pick<RunRequest, 'mode'> {
  const isEmptied = team === '' && agents.length === 0 && (usual.mode || usual.team)
  return mode ? { mode } : isEmptied ? { mode: 'agent' } : {}
}

function settingsOf(draft: Draft, mode: string): NonNullable<RunRequest['settings']> {
  const { protocol, depth, asking, seats, reflect } = draft
  if (mode === 'panel')
    return {
      ...(protocol && { protocol }),
      ...(depth && { depth }),
      ...(asking && (asking === 'vote' ? { vote: true } : { escalate: asking })),
      ...(seats && { seats: Number(seats) }),
    }
  return mode === 'agent' && reflect ? { reflect: true } : {}
}

/** A summary of the options that differ from the defaults. */
export function setBeyond(draft: Draft): string {
  const limits = Object.keys(limitsIn(draft.limits)).length
  const parts = [
    draft.model.trim(),
    draft.reasoning && `reasoning ${draft.reasoning}`,
    wordsIn(draft.agents).join(', '),
    limits > 0 ? countText(limits, 'limit') : '',
    draft.protocol,
    draft.depth.toLowerCase(),
    draft.asking && `ask: ${draft.asking}`,
    draft.seats && countText(Number(draft.seats), 'seat'),
    linesIn(draft.allow).length > 0 ? 'rules' : '',
    draft.constraints.trim() ? 'constraints' : '',
    draft.yes ? 'gates approved' : '',
    draft.reflect ? 'reflects' : '',
  ]
  return parts.filter(Boolean).join(' · ')
}
