import { cleanLine, type EventOf, letterAt } from '@convene/domain'
import { type AskDetails, coverageOf, listed, ruleChoiceText, wantedOf } from '../approvals/ask-text.ts'
import type { ChatNames } from './messages.ts'
import { action, button, code, fenced, links, markdown, oneLine, plain, type ResponsePart } from './response-part.ts'
import type { ShownTexts } from './shown-texts.ts'

/** An ask: who wants what and for whom, which rule matched, what each answer would allow, and the answers. */
export function askShown({ data, session }: EventOf<'permission.asked'>, names: ChatNames): readonly ResponsePart[] {
  const { ask, chain, tool, proposed, also } = data
  const who = chain.map((slug) => names.name(slug)).join(' → ')
  const answer = (given: string) => [session, ask, given, { proposed, also }] as const
  return [
    markdown(`**${plain(oneLine(who, 120))}** wants to use ${code(oneLine(tool, 40))}\n\n${aboutAsk(data)}`, 'shield'),
    button('Allow once', 'convene.answerAsk', ...answer('once')),
    links(
      action('Allow in this session', 'convene.answerAsk', ...answer('session')),
      action('Always allow…', 'convene.answerAsk', ...answer('always')),
      action('Deny…', 'convene.answerAsk', ...answer('deny')),
    ),
  ]
}

/** Same wording as in every interface. A note adds what the rule does not say, such as network access or secrets. */
function aboutAsk(asked: AskDetails): string {
  const { whole, part } = wantedOf(asked)
  const note = plain(cleanLine(asked.note ?? ''))
  return [
    fenced(whole, isDiff(whole) ? 'diff' : ''),
    ...(part === undefined ? [] : [`Needs approval: ${code(part)}`]),
    ruleChoiceText(code(cleanLine(asked.rule)), note),
    `For the session or always, this allows ${listed(coverageOf(asked).map(code))}.`,
  ].join('\n\n')
}

/** Coloured by the editor if it is one. */
const isDiff = (text: string): boolean => /^(diff --git|---) /u.test(text)

/** The user's own turn: what there is to vote on, and one button for the vote and the argument. */
function turnShown(question: string, options: readonly string[], given: readonly unknown[]): readonly ResponsePart[] {
  return [
    markdown([question, optionRows(options)].filter(Boolean).join('\n\n'), 'person'),
    button('Take your turn…', 'convene.takeTurn', ...given),
  ]
}

export const optionRows = (options: readonly string[]): string =>
  options.map((option, place) => `- **${letterAt(place)}.** ${plain(oneLine(option, 300))}`).join('\n')

/** The most characters of an option that fit on a button or link. */
const SHORT = 60

/**
 * A question with its suggested answers: the first as the button, the others and a free-text answer as links. The button
 * is last: an answer that ends here is folded away down to the last button that text follows.
 */
function asked(
  { text, question }: { readonly text: string; readonly question: string },
  options: readonly string[],
  given: readonly [session: string, id: string],
): readonly ResponsePart[] {
  const [first, ...others] = options
  const own = ['Answer…', 'convene.answerQuestion', ...given, null, question] as const
  if (first === undefined) return [markdown(text, 'question'), button(...own)]
  const isCut = options.some((option) => option.length > SHORT)
  return [
    markdown(isCut ? `${text}\n\n${optionRows(options)}` : text, 'question'),
    links(
      ...others.map((option) => action(oneLine(option, SHORT), 'convene.answerQuestion', ...given, option)),
      action(...own),
    ),
    button(oneLine(first, SHORT), 'convene.answerQuestion', ...given, first),
  ]
}

/** A typed reply counts too. */
const HOW = 'Or reply with `yes`, or with what should change.'

/** A gate with its text, unless that was shown before, or a question with its options. */
export function questionShown(
  { data, session, agent }: EventOf<'question.asked'>,
  names: ChatNames,
  whole: ShownTexts,
): readonly ResponsePart[] {
  const { id, question, options, gate, text = '', grants = [], turn } = data
  if (turn) return turnShown(question, options, [session, id, options])
  if (gate === undefined) {
    const who = agent === undefined ? '' : `**${names.name(agent)}**: `
    return asked({ text: `${who}${question}`, question }, options, [session, id])
  }
  const [short = question] = /^[^?]*\?/u.exec(question) ?? []
  const shown = whole.has(text) ? '' : `\n\n${text}`
  whole.add(text)
  return [
    markdown(`**${short}**${question.slice(short.length)}${shown}\n\n*${HOW}*`, 'milestone'),
    links(
      ...(grants.length > 0
        ? [action('Approve, but ask me each time', 'convene.answerGate', session, 'ask', '', id)]
        : []),
      action('Edit and approve…', 'convene.answerGate', session, 'edit', text, id),
      action('Send back…', 'convene.answerGate', session, 'reject', '', id),
    ),
    button('Approve', 'convene.answerGate', session, 'approve', '', id),
  ]
}
