import {
  agentOfSeat,
  changedLimits,
  changedTeam,
  keptBy,
  type LimitSettings,
  modelsOf,
  modes,
  type Run,
  type Team,
  teamOfRun,
  traitsOf,
  usualMode,
} from '@convene/domain'
import type { ContinuedChoice, HostRunRequest } from './run-request.ts'

/**
 * A new run in a session keeps the mode, team, models, limits and mode settings of its last run. Each of them yields to
 * what the user asks for now.
 */
export function choiceToContinue(request: HostRunRequest): ContinuedChoice {
  const { after: last, change } = request
  if (!last) return { request }
  const { run: named, drawn } = modelsOf(last.team)
  const mode = request.mode ?? modeAfter(last, request)
  const isKept = request.team === undefined && !request.agents?.length && canSit(last, mode)
  const isSame = isKept && mode === last.mode
  const kept = Object.fromEntries(Object.entries(drawn).filter(([, model]) => !model.startsWith('rehearsal/')))
  return {
    request: {
      ...request,
      mode,
      // The goal, or what agents say because of it, may come from another agent, which must not gain tools with the
      // next run.
      readOnly: request.readOnly ?? last.settings.readOnly ?? false,
      model: request.model ?? named,
      limits: { ...last.settings.namedLimits?.user, ...request.limits, ...changedLimits(change) },
      settings: { ...(isSame && last.settings.mode), ...request.settings },
      reasoning: request.reasoning ?? (isKept ? last.settings.reasoning : undefined),
    },
    kept: { ...kept, ...keptBy(change, kept) },
    ...(isKept && { seatedBefore: changedTeam(teamAfter(last, mode ?? last.mode), change) }),
  }
}

/** A team brings its own mode, and several agents do not fit a mode for one. */
function modeAfter({ mode }: Run, { team, agents = [], settings }: HostRunRequest): string | undefined {
  if (settings?.reflect === true) return usualMode(1)
  if (team !== undefined || (traitsOf(mode).alone && agents.length > 1)) return undefined
  return mode
}

const canSit = ({ mode, team }: Run, next: string | undefined): boolean =>
  next === mode || traitsOf(next ?? '').alone === (team.members.length === 1)

/** In another mode, the old mode's default lead and judge make room for those of the new one. */
function teamAfter(last: Run, mode: string): Team {
  const { lead, judge, ...rest } = teamOfRun(last, (seat) => ({ agent: agentOfSeat(seat) }))
  const usual = mode === last.mode ? undefined : modes[last.mode]?.seats?.({})
  const staysLead = lead !== undefined && last.team.lead?.slug !== usual?.lead
  const staysJudge = judge !== undefined && last.team.judge?.slug !== usual?.judge
  return {
    ...rest,
    ...(staysLead && { lead }),
    ...(staysJudge && { judge }),
    name: last.team.name,
    slug: last.team.slug,
    description: '',
    limits: last.settings.namedLimits?.team ?? capsOf(last),
    settings: {},
  }
}

/** Logs from older versions do not say who named a limit, so all caps stay. */
const capsOf = ({ limits }: Run): LimitSettings =>
  Object.fromEntries(Object.entries(limits).filter(([, cap]) => typeof cap === 'number'))
