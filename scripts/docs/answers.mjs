import { declaredAnswers } from '@convene/domain'
import { code, fenced, list, page, paragraph, table } from './page.mjs'

/** Every model answer that a program reads, from its declaration. */
export function answers() {
  return page('Answers that programs read', '`answers.ts` of each mode', [
    paragraph(
      'Most of what agents write is for people and stays as it is. A few answers steer a run: a vote, a score, a plan. Each of them is declared once, with a schema, a form in text and a reader.',
    ),
    list([
      'Providers with structured output get the schema, unless that would invalidate the prompt cache. The answer is recorded in its text form, so a log reads the same for every provider.',
      'Other models read the form in the prompt. The parser tolerates common variations: bold, another order, a code fence, the same keys in JSON.',
      'An answer that does not say what was asked is requested once more, with the reason. The table says what happens after that, and a warning reports it. A vote, a score or a "yes" is never made up.',
      'An answer that only repeats its instructions is not an answer. No form contains the word or the number that means success: the agent has to write it.',
    ]),
    table(
      ['answer', 'who is asked', 'sent as a schema', 'if it cannot be read'],
      declaredAnswers.map(({ answer, where }) => [
        code(answer.name),
        `${answer.asks} (${where.join(', ')})`,
        answer.part === 'whole' ? 'yes' : 'no, part of a text for people',
        answer.otherwise,
      ]),
    ),
    ...declaredAnswers.map(({ answer }) => [
      `## ${answer.name}`,
      'In text:',
      fenced('', answer.form),
      'In JSON:',
      fenced('json', answer.examples.map((one) => JSON.stringify(one)).join('\n')),
    ]),
  ])
}
