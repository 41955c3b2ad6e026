import { declaredAnswers } from '@convene/domain'
import { code, fenced, list, page, paragraph, table } from './page.mjs'

/** Every answer of a model that a program reads, from its declaration. */
export function answers() {
  return page('Answers that programs read', '`answers.ts` of each mode', [
    paragraph(
      'Most of what agents write is for people and stays as it is. A few answers steer a run: a vote, a score, a plan. Each of them is declared once, with a schema, a form in text and a reader.',
    ),
    list([
      'A provider that can keep to a schema is sent the schema, unless that would cost its prompt cache. The answer is recorded in its text form, so a log reads the same for every provider.',
      'Everyone else reads the form in the prompt. The reader accepts what models make of it: bold marks, another order, a fence around it, the same keys in JSON.',
      'An answer that does not say what was asked is requested once more, with the reason. After that, what happens is in the table, and a warning says so. A vote, a score or a "yes" is never made up.',
    ]),
    table(
      ['answer', 'who is asked', 'sent as a schema', 'if it cannot be read'],
      declaredAnswers.map(({ answer, where }) => [
        code(answer.name),
        `${answer.asks} (${where.join(', ')})`,
        answer.part === 'whole' ? 'yes' : 'no: lines in a text for people',
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
