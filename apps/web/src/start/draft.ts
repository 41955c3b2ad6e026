import { countText, traitsOf } from '@convene/domain'
import type { NewSession } from '@convene/protocol'
import type { ApproachName } from '@convene/reading'
import { type LimitTexts, limitsIn } from '../settings/form/limit-texts.ts'
import { linesIn } from '../ui/text/words.ts'

export const emptyDraft = {
  goal: '',
  /** The card the user chose. */
  approach: '' as ApproachName | '',
  /** Set if the user has changed the seats. */
  mode: '',
  team: '',
  agents: [] as readonly string[],
  model: '',
  reasoning: '',
  limits: {} as LimitTexts,
  protocol: '',
  depth: '',
  /** How many panelists are asked before a decision: an `escalate` setting, or `vote`. */
  asking: '',
  seats: '',
  /** Null uses the settings. */
  userSeat: null as boolean | null,
  allow: '',
  constraints: '',
  yes: false as boolean,
  reflect: false as boolean,
  /** The settings' choice. Empty if there is none. */
  usual: { mode: '', team: '' },
}

/** The form as typed. */
export type Draft = Readonly<typeof emptyDraft>

type RunRequest = Partial<NewSession>
type Chosen = { readonly mode?: string; readonly team?: string; readonly protocol?: string }

/**
 * The form as a request. Empty fields are left to the team and the settings. `shown`: the mode of a team that brings
 * it.
 */
export function requestOf(draft: Draft, { mode, team, protocol = '' }: Chosen, shown = mode ?? ''): RunRequest {
  const allow = linesIn(draft.allow)
  const limits = limitsIn(draft.limits)
  const settings = settingsOf({ ...draft, protocol: draft.protocol || protocol }, shown)
  return {
    ...(draft.goal.trim() && { goal: draft.goal.trim() }),
    ...(mode && { mode }),
    ...(team && { team }),
    ...(draft.model.trim() && { model: draft.model.trim() }),
    ...(draft.reasoning && { reasoning: draft.reasoning as RunRequest['reasoning'] }),
    ...(draft.agents.length > 0 && { agents: [...draft.agents] }),
    ...(allow.length > 0 && { allow }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(draft.constraints.trim() && { constraints: draft.constraints.trim() }),
    ...(draft.yes && { yes: true }),
  }
}

function settingsOf(draft: Draft, mode: string): NonNullable<RunRequest['settings']> {
  const { protocol, depth, asking, seats, userSeat, reflect } = draft
  const { options } = traitsOf(mode)
  if (options.includes('protocol'))
    return {
      ...(protocol && { protocol }),
      ...(depth && { depth }),
      ...(asking && (asking === 'vote' ? { vote: true } : { escalate: asking })),
      ...(seats && { seats: Number(seats) }),
      ...(userSeat !== null && { userSeat }),
    }
  return options.includes('reflect') && reflect ? { reflect: true } : {}
}

/** A summary of the options that differ from the defaults. */
export function setBeyond(draft: Draft): string {
  const limits = Object.keys(limitsIn(draft.limits)).length
  const parts = [
    draft.model.trim(),
    draft.reasoning && `reasoning ${draft.reasoning}`,
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
