import { firstSentence, labelledParts, plainText } from '@convene/reading'
import { oneLine } from '../../ui/text/neutral.ts'
import type { Outcome } from '../outcome/outcome.ts'
import { listIn, reportOf } from '../outcome/report.ts'

/** A result in a few lines, to paste elsewhere. Plain text only. */
export type Card = {
  readonly goal: string
  /** The decision, or how the answer begins. */
  readonly answer: string
  readonly verdict: string
  readonly dissent: readonly string[]
  readonly recommendations: readonly string[]
}

const MOST = 5

/** Null while there is no answer. */
export function cardOf(outcome: Outcome, nameOf: (agent: string) => string): Card | null {
  const { run, verdict, decision, answers } = outcome
  const [first] = answers
  if (!run || !verdict || !first) return null
  const report = reportOf(first.text)
  const begins = answers.map(({ agent, text }) =>
    answers.length > 1 ? `${oneLine(nameOf(agent))}: ${firstSentence(text)}` : firstSentence(report?.answer || text),
  )
  return {
    goal: oneLine(run.goal),
    answer: decision === null ? begins.join('\n') : plainText(decision),
    verdict: [...(outcome.isRehearsal ? ['Rehearsal'] : []), ...labelledParts(verdict)].join(' · '),
    dissent: (verdict.vote?.dissent ?? []).map(({ agent, option, reason }) =>
      [`${oneLine(nameOf(agent))}, for ${oneLine(plainText(option))}`, firstSentence(reason)]
        .filter(Boolean)
        .join(': '),
    ),
    recommendations: listIn(report?.recommendations ?? '')
      .items.slice(0, MOST)
      .map((item) => oneLine(plainText(item))),
  }
}

/** The card as text that survives pasting into chats and emails. */
export const cardText = ({ goal, answer, verdict, dissent, recommendations }: Card): string =>
  [
    goal,
    answer,
    verdict,
    dissent.map((each) => `Dissent: ${each}`).join('\n'),
    recommendations.map((each) => `- ${each}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const line = (text: string, style: string): string =>
  text && `<p style="margin:0 0 8px;${style}">${escaped(text).replaceAll('\n', '<br>')}</p>`

/** The card as HTML with inline styles, for documents and emails. Nothing in it can run or load. */
export function cardHtml({ goal, answer, verdict, dissent, recommendations }: Card): string {
  const items = recommendations.map((each) => `<li>${escaped(each)}</li>`).join('')
  return [
    '<div style="max-width:640px;border:1px solid #d9d7d2;border-radius:12px;padding:20px;background:#fff;color:#23242b;font:15px/1.5 system-ui,sans-serif">',
    line(goal, 'color:#63656e'),
    line(answer, 'font-size:20px;font-weight:600;line-height:1.3'),
    line(verdict, 'color:#4338ca;font-weight:600'),
    ...dissent.map((each) => line(`Dissent: ${each}`, 'color:#9a3412')),
    items && `<ul style="margin:0;padding-left:20px">${items}</ul>`,
    '</div>',
  ]
    .filter(Boolean)
    .join('\n')
}
