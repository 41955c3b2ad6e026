import { byAlias, mentioned } from '../../../anonymity/anonymity.ts'
import { valueIn } from '../../../answer/marks.ts'
import { type Fact, fact, type Place } from '../../../event/event.ts'
import type { Report } from '../../../mode/mode.ts'
import { readConverged, readRedirect } from '../reading.ts'
import { spoken } from '../spoken.ts'
import type { PanelContext } from '../state.ts'
import { mayConverge } from './convergence.ts'

/** The Moderator's word: whether it has converged, who speaks next, and whom it calls back to the topic. */
export function moderator(context: PanelContext, report: Report, place: Place): readonly Fact[] {
  const { run } = context
  const text = report.report
  const redirects = redirectFacts(context, text, place)
  if (context.session.tasks[report.task]?.heading === 'Next speaker') {
    const to = byAlias(run, valueIn(text, 'NEXT') ?? '') ?? mentioned(run, text)
    const said = { kind: 'moderation' as const, text, ...(to !== undefined && { to }) }
    return [spoken(run, report, said, place), ...redirects, ...(to === undefined ? [unnamed(place)] : [])]
  }
  const says = readConverged(text)
  const action = says && mayConverge(context) ? 'converged' : 'approved'
  const held =
    says && action === 'approved' ? ' (but positions just changed, or a panelist asked for more analysis)' : ''
  const message = 'The Moderator said neither CONVERGED nor NOT_CONVERGED: the discussion continues.'
  const reason = `${text.replace(/\s+/g, ' ').slice(0, 300)}${held}`
  return [
    spoken(run, report, { kind: 'moderation', text }, place),
    ...redirects,
    ...(says === undefined ? [fact('warning', { code: 'convergence_unread', message }, place)] : []),
    fact('moderation', { action, rule: 'convergence', reason }, { task: report.task, parent: String(run.number) }),
  ]
}

const unnamed = (place: Place): Fact =>
  fact(
    'warning',
    { code: 'next_speaker_unread', message: 'The Moderator named no panelist. The next one in order speaks.' },
    place,
  )

function redirectFacts({ run }: PanelContext, text: string, place: Place): readonly Fact[] {
  const redirect = readRedirect(text)
  if (!redirect) return []
  const one = byAlias(run, redirect.whom)
  const all = /^all$/i.test(redirect.whom) ? run.team.members.map(({ slug }) => slug) : []
  const data = { action: 'redirected', rule: 'off_topic', reason: redirect.sentence } as const
  return (one === undefined ? all : [one]).map((agent) => fact('moderation', data, { ...place, agent }))
}
