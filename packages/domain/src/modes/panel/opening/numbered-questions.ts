/** Several questions as one, numbered. */
export const numberedQuestions = (questions: readonly string[]): string =>
  questions.length === 1
    ? (questions[0] ?? '')
    : questions.map((question, index) => `${index + 1}. ${question}`).join('\n')

/** The questions of a numbered list. A single question is its own. */
const partsOf = (question: string): readonly string[] => {
  const lines = question.split('\n').map((line) => /^\d{1,2}\. (.+)$/u.exec(line)?.[1])
  return lines.every((line) => line !== undefined) ? lines.flatMap((line) => line ?? []) : [question]
}

/** The questions with their answers, as the Head reads them. An answer to all of them stays in one piece. */
export function answeredText(asked: readonly { readonly question: string; readonly answer: string | null }[]): string {
  const rows = asked.flatMap(({ question, answer }) => withAnswers(partsOf(question), answer ?? ''))
  const numbered = rows.map(
    ({ question, answer }, index) => `${index + 1}. ${question}${answer === '' ? '' : `\n   ${answer}`}`,
  )
  const together = asked.flatMap(({ question, answer }) =>
    partsOf(question).length > 1 && !answersToAll(answer ?? '', partsOf(question))
      ? [`The answer to these questions: ${answer}`]
      : [],
  )
  return [numbered.join('\n'), ...together].join('\n\n')
}

function withAnswers(questions: readonly string[], answer: string) {
  const each = questions.length === 1 ? [answer] : answersToAll(answer, questions)
  return questions.map((question, index) => ({ question, answer: each?.[index] ?? '' }))
}

const NUMBER = /(?:^|\s)(\d{1,2})[.):]\s+/gu

/** The answers that `1. Monday 2. Bob` gives to these questions. Undefined if it does not number them from 1. */
export function answersToAll(text: string, questions: readonly string[]): readonly string[] | undefined {
  let next = 1
  const starts = [...text.matchAll(NUMBER)].flatMap((found) => {
    if (Number(found[1]) !== next || next > questions.length) return []
    next += 1
    return [{ from: found.index, to: found.index + found[0].length }]
  })
  if (starts[0]?.from !== 0 || starts.length === 0) return undefined
  return starts.map(({ to }, index) => {
    const said = text.slice(to, starts[index + 1]?.from ?? text.length).trim()
    const question = questions[index] ?? ''
    // The page repeats the question above its answer.
    return said.startsWith(question) ? said.slice(question.length).trim() : said
  })
}
