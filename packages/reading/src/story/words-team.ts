import {
  checkText,
  countText,
  durationText,
  type EventOf,
  estimateLine,
  letterAt,
  passText,
  ruleText,
  savedText,
  USER,
  withPlainMarks,
} from '@convene/domain'
import type { Cast, StoryWords } from './cast.ts'
import { brief, detailed, does, full, type Level, type Line, logged, type Tone } from './line.ts'
import { howText } from './vocabulary.ts'

/** What teams do together: debates, votes, plans, loops. */
export const teamWords = {
  moderation: ruled,
  position: held,
  'protocol.chosen': ({ data: { protocol, by, rounds, findings, asksAll } }) => {
    const most =
      rounds !== undefined && rounds > 1 && protocol !== 'estimate' ? `, at most ${countText(rounds, 'round')}` : ''
    return detailed(
      `${waysToDecide[findings ? 'findings' : rounds === 1 ? onceWord(protocol) : protocol]}${most} (${chosenBy[by]})`,
      asksAll ? { body: 'Everyone is asked, as in every tenth decision, so that the track record stays honest.' } : {},
    )
  },
  'options.drawn': ({ data: { options } }) =>
    options.length === 0
      ? logged("No options yet: the panelists' answers become the options")
      : detailed('Options', { body: options.map(({ text }, place) => `${letterAt(place)}. ${text}`).join(' · ') }),
  escalation: ({ data: { stage, why, certain, saved } }) => {
    const left = certain ? 'No other vote could change the result.' : 'The others are not asked.'
    return stage === 'panel'
      ? brief('The whole panel is asked', { body: why })
      : brief(`${why} ${left}`, { tone: 'good', body: saved ? savedText(saved) : '' })
  },
  evaluation: ({ data: { iteration, score, trend, rationale, by, met } }) => {
    // The first score has nothing to compare with.
    const result = met ? ', goal met' : iteration > 1 ? `, ${trend}` : ''
    return brief(`scored iteration ${iteration} at ${Math.round(score * 100)} of 100${result}`, {
      ...does(by),
      tone: met ? 'good' : trend === 'degrading' ? 'warning' : 'plain',
      body: withPlainMarks(rationale),
    })
  },
  'decision.proposed': ({ data }) => {
    const options = data.options.map((option, index) => `${index + 1}. ${option}`).join(' · ')
    const put = data.ballot ? logged : brief
    return put('put to a vote', { ...does(data.by), tone: 'asked', body: `${data.topic} · ${options}` })
  },
  'decision.voted': ({ data }) => {
    const { voter, option, abstains, casting, reason } = data
    if (abstains) return detailed('abstained', { ...does(voter), body: reason })
    if (option === '') return detailed('voted', does(voter))
    return detailed(`${casting ? 'decided' : 'voted'} for ${option}`, { ...does(voter), body: reason })
  },
  'estimate.given': ({ data: { voter, range, reason, round } }) =>
    detailed(range ? `estimated${round > 1 ? ' again' : ''}` : 'gave a sealed estimate', {
      ...does(voter),
      body: reason,
    }),
  'estimate.pooled': ({ data }) =>
    data.range === null
      ? brief('No estimate', { tone: 'warning' })
      : brief(`Estimate: ${estimateLine(data)}`, { tone: 'good' }),
  'estimate.resolved': ({ data: { value, note = '' } }) =>
    brief(value === null ? 'What was estimated will never be known' : `It turned out to be ${value}`, { body: note }),
  'decision.committed': decided,
  'decision.resolved': ({ data: { outcome, option = '', note = '' } }) => {
    if (outcome === 'withdrawn') return brief('The outcome was withdrawn')
    const words = { option: `It turned out that “${option}” was right`, none: 'It turned out that no option was right' }
    return brief(outcome === 'unclear' ? 'The outcome is unclear' : words[outcome], { body: note })
  },
  'team.formed': ({ data }, { name }) =>
    full(data.members.length === 0 ? 'Nobody was chosen' : `Team: ${data.members.map(name).join(', ')}`),
  'plan.drafted': ({ data }) =>
    full(`drafted plan ${data.version}: ${countText(data.steps.length, 'step')}`, does(data.by)),
  'plan.reviewed': ({ data: { by, verdict, text } }) =>
    full(verdict === 'approve' ? 'approves the plan' : 'has concerns about the plan', {
      ...does(by),
      body: verdict === 'approve' ? '' : text,
    }),
  'plan.committed': ({ data }) => brief(`Plan committed: ${countText(data.steps.length, 'step')}`, { tone: 'good' }),
  'check.started': ({ data: { check, moment } }) =>
    full(
      moment === 'experiment'
        ? `Looks: ${checkText(check)}`
        : `Checks ${moment === 'before' ? 'before the work' : 'the work'}: ${passText(check)}`,
    ),
  'check.finished': checked,
  'step.state': stepped,
  handoff: ({ data: { step, from, to, reason, state } }, { name }) => {
    if (state === 'offered') return brief(`offers step ${step} to ${name(to)}`, { ...does(from), body: reason })
    if (state === 'acknowledged')
      return brief(`takes over step ${step} from ${name(from)}`, { ...does(to), tone: 'good' })
    return brief(`declines step ${step}`, { ...does(to), tone: 'warning', body: reason })
  },
} satisfies Partial<StoryWords>

const onceWord = (protocol: EventOf<'protocol.chosen'>['data']['protocol']) =>
  protocol === 'estimate' ? 'once' : 'vote'

const waysToDecide = {
  decide: 'The panel votes blind, then debates what splits it',
  vote: 'The panel votes once, blind',
  estimate: 'The panel estimates twice, sealed',
  once: 'The panel estimates once, sealed',
  discuss: 'The panel discusses, then votes in secret',
  findings: 'The panel discusses, and ends in findings, without a vote',
} as const

const chosenBy = {
  user: 'as set for this run',
  head: 'chosen by the Head',
  goal: 'from the wording of the goal',
} as const

const rulings = { blocked: 'was blocked', redirected: 'is asked again', passed_over: 'is skipped' } as const

function ruled({ agent = '', data: { action, rule, reason, to } }: EventOf<'moderation'>): Line {
  switch (action) {
    case 'approved':
      return logged('was approved', { ...does(agent), body: withPlainMarks(reason) })
    case 'converged':
      return brief('Converged', { tone: 'good', body: reason.replace(/^CONVERGED\W*/i, '') })
    case 'force_converge':
      return brief(`The debate ends (${ruleText(rule)})`, { tone: 'warning', body: reason })
    default:
      if (rule === 'off_topic') return recalled(agent, to, reason)
      if (agent === USER && action === 'passed_over') return brief(reason, { tone: 'warning' })
      return brief(`${rulings[action]} (${ruleText(rule)})`, {
        ...does(agent),
        tone: 'warning',
        body: reason,
      })
  }
}

/** Nobody is asked again: the reminder is part of the next ask. */
const recalled = (agent: string, to: readonly string[] | undefined, reason: string): Line =>
  to
    ? brief('The panelists are called back to the topic in their next turns', { tone: 'warning', body: reason })
    : brief('is called back to the topic in the next turn', { ...does(agent), tone: 'warning', body: reason })

/** A change of mind with its reason. An unchanged position is a detail. */
function held({ agent = '', data }: EventOf<'position'>): Line {
  const { position, option, confidence, changed, because, round, abstains } = data
  const s = agent === USER ? '' : 's'
  if (abstains) return full(`abstain${s}`, does(agent))
  const what = `“${option === undefined ? '' : `${option}. `}${position}”`
  const sure = confidence === null ? '' : `, ${confidence} % sure`
  if (!changed || round <= 1) return full(`hold${s} ${what}${sure}`, does(agent))
  const why = [because === '' ? '' : `because ${because}`, flagText(data)].filter((part) => part !== '').join('; ')
  return brief(`now hold${s} ${what}, ${why}`, { ...does(agent), tone: data.flagged ? 'warning' : 'good' })
}

/** Flags point out what deserves a second look. They do not affect any count. */
function flagText({ flagged, because, move }: EventOf<'position'>['data']): string {
  if (!flagged) return ''
  if (move === 'new') return 'which nobody had argued for'
  return because === '' ? 'without giving a reason' : 'without a new reason'
}

function decided({ data: { how, option, rationale, counts = [] } }: EventOf<'decision.committed'>): Line {
  const [why = ''] = rationale.split('\n')
  return how === 'undecided'
    ? brief('Undecided', { tone: 'warning', body: why, more: counts })
    : brief(`Decided ${howText(how)}: ${option}.`, { tone: 'good', body: why, more: counts })
}

const tones: { readonly [state: string]: Tone } = {
  accepted: 'good',
  blocked: 'warning',
  reopened: 'warning',
  skipped: 'warning',
  failed: 'bad',
}

/** Before the work, a failing check is nobody's fault. */
function checked({ data }: EventOf<'check.finished'>): Line {
  const { check, moment, outcome, reason = '', output = '', tampered = [], ms } = data
  // What an experiment showed has its own words.
  if (moment === 'experiment') return full(`Looked: ${checkText(check)}`, { body: reason })
  const what = `${passText(check)} (${durationText(ms)})`
  if (moment === 'before') return detailed(`${beforeWords[outcome]}: ${what}`, { body: reason })
  if (outcome === 'not_run') return brief(`Not checked: ${what}`, { tone: 'warning', body: reason })
  if (outcome === 'failed')
    return brief(`Check failed: ${what}`, { tone: 'bad', body: reason, more: lastLines(output) })
  if (tampered.length === 0) return brief(`Check passed: ${what}`, { tone: 'good' })
  // By then, others may have changed the files as well.
  const who = moment === 'final' ? 'the test was changed' : 'its author changed the test'
  return brief(`Check passed, but ${who}: ${what}`, { tone: 'warning', body: tampered.join(', ') })
}

const beforeWords = {
  passed: 'Passes already',
  failed: 'Fails so far',
  not_run: 'Could not be checked before the work',
}

const MOST_LINES = 8

const lastLines = (output: string): readonly string[] =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MOST_LINES)

const levels: { readonly [state: string]: Level } = { pending: 'log', waiting: 'log', finished: 'detailed' }

/** A waiting step needs no words, and a step that is handed off is described by the handoff. */
function stepped({ data }: EventOf<'step.state'>, { name, step: describe }: Cast): Line {
  const { step, from, to, owner, attempt, reason = '', against = false } = data
  if (to === 'running') {
    const again = attempt > 1 ? ` (attempt ${attempt})` : ''
    return brief(`Step ${step} started by ${name(owner)}${again}`, { body: describe(step) })
  }
  const isAgain = to === 'pending' && (from === 'accepted' || from === 'finished')
  const words = brief(`Step ${step} ${isAgain ? 'will be redone' : to.replaceAll('_', ' ')}`, {
    tone: against ? 'warning' : (tones[to] ?? 'plain'),
    body: reason,
  })
  return { ...words, level: isAgain ? 'brief' : (levels[to] ?? 'brief') }
}
