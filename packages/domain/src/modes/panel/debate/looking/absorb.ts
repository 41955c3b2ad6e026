import type { Check } from '../../../../check/check.ts'
import { checkText } from '../../../../check/check-text.ts'
import { readObservation } from '../../../../check/read-check.ts'
import { type EventPlace, type Fact, fact } from '../../../../event/event.ts'
import type { TaskReport } from '../../../../mode/mode.ts'
import { readAnswer, unreadAs } from '../../../../mode/read-answer.ts'
import { cleanLine } from '../../../../text/clean.ts'
import { experiment, prediction } from '../../experiment/answers.ts'
import { tellsApart } from '../../experiment/expectation.ts'
import type { Observation } from '../../experiment/read-proposal.ts'
import { whyNotAllowed } from '../../experiment/rights.ts'
import { blankExperiments } from '../../experiment/state.ts'
import { panelistName } from '../../setup/seats.ts'
import { prohibitedIn } from '../moderation.ts'
import type { DebateContext } from '../state.ts'
import { heldLetters } from './split.ts'

const LONGEST = 500

/** Reads a proposal or a prediction. Nobody is asked twice: the others' are enough. */
export function absorbExperiment(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  if (!report.ok) return []
  return context.session.tasks[report.task]?.kind === 'predict'
    ? predicted(context, report, place)
    : proposed(context, report, place)
}

function proposed(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { session, run, panel } = context
  const read = readAnswer(session, report, experiment, undefined)
  // The ask allows this answer: there is nothing to look at.
  if (read === null) return []
  if (!read) return [unread(context, report, experiment, 'proposed no experiment')]
  const id = `x${(panel.debate.experiment ?? blankExperiments).proposals.length + 1}`
  const blocked = prohibitedIn(run, [read.what, ...Object.values(read.expects)])
  if (blocked) return [fact('moderation', { ...blocked, action: 'blocked' }, place)]
  const check = readObservation(read.what)
  const refused = check.ok ? whySortedOut(context, read, check.value) : `it cannot be run: ${check.refusal.message}`
  return [
    fact(
      'experiment.proposed',
      {
        experiment: id,
        what: check.ok ? checkText(check.value) : cleanLine(read.what).slice(0, LONGEST),
        ...(check.ok && { check: check.value }),
        expects: read.expects,
        ...(refused !== undefined && { refused }),
      },
      place,
    ),
  ]
}

/** Why a proposal is not run, decided without a model. */
function whySortedOut(context: DebateContext, { expects }: Observation, check: Check): string | undefined {
  const { panel } = context
  const notAllowed = whyNotAllowed(context, check)
  if (notAllowed !== undefined) return `it is not allowed: ${notAllowed}`
  const held = heldLetters(context)
  if (held.filter((letter) => expects[letter] !== undefined).length < 2)
    return 'it says for one option only what it would show'
  if (!tellsApart(expects, held)) return 'it shows the same for all options'
  const text = sameText(check)
  const isKnown = (panel.debate.experiment ?? blankExperiments).proposals.some(
    (one) => one.check !== null && one.refused === null && sameText(one.check) === text,
  )
  return isKnown ? 'it was proposed already' : undefined
}

const sameText = (check: Check): string => checkText(check).replaceAll(/\s+/gu, ' ').replaceAll(/["']/gu, "'").trim()

function predicted(context: DebateContext, report: TaskReport, place: EventPlace): readonly Fact[] {
  const { session, panel } = context
  const { opened } = panel.debate.experiment ?? blankExperiments
  const id = opened.at(-1)?.id
  if (id === undefined) return []
  const read = readAnswer(session, report, prediction, heldLetters(context))
  if (!read) return [unread(context, report, prediction, 'sealed no prediction')]
  const { option, confidence } = read
  return [fact('experiment.predicted', { experiment: id, option, ...(confidence !== null && { confidence }) }, place)]
}

type Unread = { readonly name: string; readonly complaint: string }

function unread({ session, run }: DebateContext, report: TaskReport, { name, complaint }: Unread, what: string): Fact {
  const who = panelistName(run, report.agent)
  const message = unreadAs(session, report, who, `${who} ${what}: ${complaint}.`)
  const place = { task: report.task, agent: report.agent, parent: String(run.number) }
  return fact('warning', { code: `${name}_unread`, message, unread: name }, place)
}
