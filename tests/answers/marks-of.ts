import { type DeclaredAnswer, declaredAnswers, MORE_ANALYSIS, TOPIC_MARKS } from '@convene/domain'

/** The texts of a declared answer: its form as models read it, and its examples as they write them. */
export const answersWithMarks = (answer: Pick<DeclaredAnswer, 'form' | 'examples' | 'textOf'>): readonly string[] =>
  [...answer.form.split('\nor\n'), ...answer.examples.map((one) => answer.textOf(JSON.stringify(one)) ?? '')].filter(
    (text) => text !== '' && !text.startsWith('{'),
  )

/** The marks at the beginning of a text's lines. */
export const marksOf = (text: string): readonly string[] => text.match(/^[A-Z_]{4,}(?=[:\n]|$)/gmu) ?? []

const lineMarks = new Set([
  ...declaredAnswers.flatMap(({ answer }) => answersWithMarks(answer).flatMap(marksOf)),
  ...TOPIC_MARKS,
])

/** A mark of any declared answer, or of a topic, as it must not reach a screen. */
export const DECLARED_MARKS = new RegExp(
  `(?<![\\p{L}_])(?:${[...lineMarks].join('|')})[*_\`]{0,3}\\s{0,2}(?:[:：]| - )|${MORE_ANALYSIS.replaceAll(/[[\]]/gu, '\\$&')}`,
  'u',
)
