import { durationText, type Event, type EventOf, type FactType } from '@convene/domain'
import type { Names } from './messages.ts'
import { isFinal, markdown, oneLine, progress, type Shown } from './shown.ts'

type Telling = { readonly [T in FactType]?: (event: EventOf<T>, names: Names) => readonly Shown[] }

const said = (telling: Telling, event: Event, names: Names): readonly Shown[] => {
  const tell = telling[event.type] as ((event: Event, names: Names) => readonly Shown[]) | undefined
  return tell?.(event, names) ?? []
}

/** What everybody wants to know, however little they want to see. */
export const notable = (event: Event, names: Names): readonly Shown[] => said(milestones, event, names)

/** What those want to see who watch. */
export const detail = (event: Event, names: Names): readonly Shown[] => said(work, event, names)

const milestones: Telling = {
  'model.failed': ({ data: { message, waitMs }, agent = '' }, names) =>
    waitMs === undefined
      ? []
      : [progress(`${names.name(agent)}: ${oneLine(message, 200)} Next try in ${durationText(waitMs)}.`)],
  'permission.answered': ({ data: { answer, by, reason = '' } }) => [
    markdown(answer === 'deny' ? `*Denied${byWhom(by)}.* ${oneLine(reason, 200)}` : `*Allowed${byWhom(by)}.*`),
  ],
  'question.answered': ({ data: { answer, by } }) => [markdown(`*${answered[answer] ?? 'Answered'}${byWhom(by)}.*`)],
  // The editor folds away everything above the last progress: after the end there must be none.
  'run.state': ({ data }) => (isFinal(data.to) ? [] : [progress(data.to.replaceAll('_', ' '))]),
  moderation: ({ data: { action, rule, reason } }) =>
    action === 'approved'
      ? []
      : [markdown(`*Moderation: ${action.replaceAll('_', ' ')} (${rule}). ${oneLine(reason, 200)}*`)],
  position: ({ data: { changed, round, position, flagged }, agent = '' }, names) =>
    changed && round > 1
      ? [
          markdown(
            `**${names.name(agent)}** changed its mind: ${oneLine(position, 200)}${flagged ? NO_REASON : ''}`,
            'history',
          ),
        ]
      : [],
  evaluation: ({ data: { iteration, score, trend, rationale } }) => [
    markdown(`**Iteration ${iteration}: ${score.toFixed(2)}** (${trend}). ${oneLine(rationale, 300)}`),
  ],
  'plan.committed': ({ data }, names) => [
    markdown(
      data.steps
        .map(({ id, owner, description }) => `- **${id}** ${oneLine(description, 160)} *(${names.name(owner)})*`)
        .join('\n'),
    ),
  ],
  'decision.proposed': ({ data: { topic, options } }) => [
    markdown(`**${oneLine(topic, 200)}**: ${options.map((option) => oneLine(option, 80)).join(' · ')}`, 'checklist'),
  ],
  'decision.committed': ({ data: { how, option } }) => [
    markdown(how === 'undecided' ? '**Undecided**' : `Decided (${how}): **${oneLine(option, 200)}**`, 'checklist'),
  ],
}

const answered: { readonly [answer: string]: string } = { approve: 'Approved', reject: 'Rejected' }

/** That a person did it goes without saying. */
const byWhom = (by: string): string => (by === 'user' ? '' : ` by ${oneLine(by, 60)}`)

const NO_REASON = ' *(without a reason)*'

const work: Telling = {
  'task.assigned': ({ data: { to, heading } }, names) => [progress(`${names.name(to)}: ${heading}`)],
  'tool.called': ({ data: { tool, resources }, agent = '' }, names) => [
    progress(`${names.name(agent)}: ${tool} ${resources[0]?.target ?? ''}`),
  ],
  'step.state': ({ data: { step, to } }) => [progress(`${step}: ${to}`)],
  handoff: ({ data: { step, from, to, state } }, names) => [
    progress(`${step}: ${names.name(from)} → ${names.name(to)} (${state})`),
  ],
}
