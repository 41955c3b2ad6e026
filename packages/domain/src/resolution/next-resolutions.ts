import { checkText } from '../check/check-text.ts'
import { type Effect, record, type Step, want } from '../effect/effect.ts'
import { type Fact, fact } from '../event/event.ts'
import { dueKey, lookKey, questionId, type Resolution } from '../state/resolution.ts'
import type { Session } from '../state/session.ts'
import { USER } from '../team/user-seat.ts'
import { judgeLooks, type Outcome, readAnswer } from './judge-outcome.ts'

const TIMEOUT_MS = 600_000
const MOST_ASKED = 3

/** What follows for everything that waits to be resolved: a timer, a look, a question, or the outcome. */
export function nextResolutions({ resolutions, questions }: Pick<Session, 'resolutions' | 'questions'>): Step {
  const wanted: Effect[] = []
  for (const one of Object.values(resolutions ?? {})) {
    const step = nextOf(one, questions)
    if (step.record.length > 0) return step
    wanted.push(...step.want)
  }
  return want(...wanted)
}

function nextOf(one: Resolution, questions: Session['questions']): Step {
  if (one.about.kind === 'decision' && one.about.chosen === '') return want()
  if (!one.isDue) return want({ kind: 'timer', key: dueKey(one), notBefore: one.due, patient: true })
  if (one.answer !== null) return record(...answered(one, one.answer))
  if (one.asked > 0 && questionId(one) in questions) return want()
  if (one.check.kind === 'you') return ask(one, one.check.question)
  const judged = judgeLooks(one)
  if (!judged) return look(one)
  if ('outcome' in judged) return record(resolved(one, judged.outcome, { by: 'check', note: saw(one) }))
  return ask(
    one,
    `How did it turn out? “${one.question}” The check \`${checkText(one.check)}\` does not say: ${judged.why}.`,
  )
}

const look = (one: Resolution): Step =>
  want({
    kind: 'check',
    key: lookKey(one),
    run: one.number,
    check: one.check,
    moment: 'resolution',
    since: `${one.number}-resolution`,
    timeoutMs: TIMEOUT_MS,
  })

/** Nobody to ask: it stays among the decisions that are due. */
function ask(one: Resolution, question: string): Step {
  if (!one.hasPerson) return want()
  const id = questionId({ ...one, asked: one.asked + 1 })
  const place = { parent: String(one.number) }
  return record(fact('question.asked', { id, question, options: [...choices(one), 'unclear'] }, place))
}

function choices({ about }: Resolution): readonly string[] {
  if (about.kind === 'decision') return [...about.options, 'none']
  return about.quantity.kind === 'chance' ? ['yes', 'no'] : []
}

function answered(one: Resolution, answer: string): readonly Fact[] {
  const said = meantBy(one, answer)
  if (said) return [resolved(one, said, { by: USER, note: '' })]
  if (one.asked >= MOST_ASKED) return [resolved(one, { kind: 'unclear' }, { by: USER, note: answer.slice(0, 500) })]
  return ask(one, `“${answer.slice(0, 200)}” cannot be read. ${one.question}`).record
}

/** What the check asks you is answered with yes or no, as if it had passed or failed. */
function meantBy(one: Resolution, answer: string): Outcome | undefined {
  const direct = readAnswer(one, answer)
  if (direct || one.check.kind !== 'you' || one.about.kind !== 'decision') return direct
  const outcome = /^\s*(?:yes|no)\b/iu.exec(answer)?.[0].trim().toLowerCase()
  if (outcome === undefined) return undefined
  const seen = { outcome: outcome === 'yes' ? 'passed' : 'failed' } as const
  const judged = judgeLooks({ ...one, looks: [seen, seen] })
  return judged && 'outcome' in judged ? judged.outcome : undefined
}

function saw({ check, looks }: Resolution): string {
  const last = looks.at(-1)
  const shown = last?.output?.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
  return `\`${checkText(check)}\` ${last?.outcome ?? ''}${shown === '' ? '.' : `: ${shown}`}`
}

type Said = { readonly by: string; readonly note: string }

function resolved({ about, run, number }: Resolution, outcome: Outcome, { by, note }: Said): Fact {
  const place = { parent: String(number) }
  const told = { run, by, ...(note !== '' && { note }) }
  if (about.kind === 'estimate') {
    const value = outcome.kind === 'value' ? outcome.value : null
    return fact('estimate.resolved', { estimate: about.estimate, value, ...told }, place)
  }
  const { decision } = about
  if (outcome.kind === 'option')
    return fact('decision.resolved', { decision, outcome: 'option', option: outcome.option, ...told }, place)
  return fact('decision.resolved', { decision, outcome: outcome.kind === 'none' ? 'none' : 'unclear', ...told }, place)
}
