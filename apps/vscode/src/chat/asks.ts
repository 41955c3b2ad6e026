import type { EventOf } from '@convene/domain'
import type { Names } from './messages.ts'
import { button, fenced, markdown, oneLine, type Shown } from './shown.ts'

/** An ask for a permission: who, on whose behalf, what, by which rule, and the answers. */
export function askShown({ data, session }: EventOf<'permission.asked'>, names: Names): readonly Shown[] {
  const { ask, chain, tool, resource, rule, preview, proposed } = data
  const who = chain.map((slug) => names.name(slug)).join(' → ')
  const what = preview ?? resource
  const answer = (given: string) => [session, ask, given, proposed] as const
  return [
    markdown(
      `**${oneLine(who, 120)}** wants \`${oneLine(tool, 40)}\` — rule: ${oneLine(rule, 120)}\n\n${fenced(what)}`,
      'shield',
    ),
    button('Allow once', 'convene.answerAsk', ...answer('once')),
    button('Allow in this session', 'convene.answerAsk', ...answer('session')),
    button('Always allow…', 'convene.answerAsk', ...answer('always')),
    button('Deny…', 'convene.answerAsk', ...answer('deny')),
  ]
}

/** A gate with what stands at it, unless that was the last thing said; or a question with its options. */
export function questionShown(
  { data, session, agent }: EventOf<'question.asked'>,
  names: Names,
  last: string,
): readonly Shown[] {
  const { id, question, options, gate, text = '' } = data
  if (gate === undefined) {
    const who = agent === undefined ? '' : `**${names.name(agent)}**: `
    return [
      markdown(`${who}${question}`, 'question'),
      ...options.map((option) => button(oneLine(option, 60), 'convene.answerQuestion', session, id, option)),
      button('Answer…', 'convene.answerQuestion', session, id),
    ]
  }
  const [short = question] = /^[^?]*\?/u.exec(question) ?? []
  const stands = text.trim() === last ? '' : `\n\n${text}`
  return [
    markdown(`**${short}**${question.slice(short.length)}${stands}`, 'milestone'),
    button('Approve', 'convene.answerGate', session, 'approve'),
    button('Edit and approve…', 'convene.answerGate', session, 'edit', text),
    button('Reject…', 'convene.answerGate', session, 'reject'),
  ]
}
