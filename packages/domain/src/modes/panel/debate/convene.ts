import { record, type Step } from '../../../effect/effect.ts'
import { type Fact, fact } from '../../../event/event.ts'
import { USER } from '../../../team/user-seat.ts'
import { topicOptions } from '../opening/topic-options.ts'
import { briefsText } from '../setup/briefs.ts'
import { beginAnew } from '../setup/conversation.ts'
import { hasBriefs, onlyModel, onlyVotesText } from '../setup/settings.ts'
import { movePanel } from '../setup/table.ts'
import type { DebateContext } from './state.ts'

/** The panelists take their seats, with no memory of earlier runs. */
export function conveneDebate(context: DebateContext): Step {
  const { session, run } = context
  const seats = [...run.team.members, ...(run.team.judge ? [run.team.judge] : [])]
  const before = seats.filter(({ slug }) => session.conversations[slug] !== undefined)
  const only = onlyModel(run)
  return record(
    ...before.flatMap(({ slug }) => beginAnew(session, slug)),
    ...seats.map(({ slug }) => fact('agent.status', { status: 'active' }, { agent: slug })),
    ...(only === undefined ? [] : [oneModel(context, only)]),
    ...optionsApproved(context),
    movePanel(run, 'panelistsReady'),
  )
}

/** Panelists that share a model make the same mistakes: warns of it, and explains why they only vote. */
function oneModel({ run, panel }: DebateContext, model: string): Fact {
  if (hasBriefs(run)) return fact('warning', { code: 'same_model', message: briefsText(run) })
  const message =
    (panel.opening.protocol === 'decide' ? onlyVotesText(run) : undefined) ??
    `All panelists use ${model}, so they may agree because they share a model. Set a pool of models to vary them.`
  return fact('warning', { code: 'same_model', message })
}

/** The options as approved by the user: they are part of the topic, which can be edited at the gate. */
function optionsApproved({ panel }: DebateContext): readonly Fact[] {
  const options = panel.opening.protocol === 'decide' ? topicOptions(panel.opening.topic) : []
  const drawn = panel.debate.options.map(({ text }) => text)
  if (panel.opening.protocol !== 'decide' || options.join('\n') === drawn.join('\n')) return []
  return [fact('options.drawn', { options: options.map((text) => ({ text, covers: [] })), by: USER })]
}
