import { oneLine } from '../../ui/text/neutral.ts'

/** Several questions in one text, and what comes before them. */
export type QuestionList = { readonly before: string; readonly questions: readonly string[] }

const item = /^ {0,3}(?:\d{1,2}[.)]|[-*+])[ \t]+(?=\S)/u

/** The questions in a list, one line each. Empty if the text is not a list or continues after it. */
export function questionsIn(text: string): QuestionList {
  const before: string[] = []
  const questions: string[] = []
  for (const line of text.trim().split('\n')) {
    const start = item.exec(line)?.[0].length
    if (start !== undefined) questions.push(line.slice(start))
    else if (questions.length === 0) before.push(line)
    else if (/^\s+\S/u.test(line)) questions.push(`${questions.pop()} ${line.trim()}`)
    else if (line.trim() !== '') return { before: text, questions: [] }
  }
  return { before: before.join('\n').trim(), questions: questions.map(plain) }
}

const plain = (text: string): string => oneLine(text.replaceAll(/\*\*|__|`/gu, ''))

/** Each answer with its question, so that agents need not match them by number. */
export const answerTo = (questions: readonly string[], answers: readonly string[]): string =>
  questions
    .map((question, place) => `${place + 1}. ${question}\n   ${answers[place]?.trim() || 'Use your best assumption.'}`)
    .join('\n')
