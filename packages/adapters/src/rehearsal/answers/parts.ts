import { goalExtracts, kindOfGoal, wordExtract } from '../goal.ts'
import { cite, escapeName } from '../quote.ts'
import { pick } from '../stance-of.ts'
import type { Study } from '../study.ts'

/** The first line of everything the rehearsal model writes for people. */
export const LABEL = '*Rehearsal: extracts from your goal and files, not reasoning.*'

export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

export const bulleted = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : [title, ...rows.map((row) => (row.startsWith('- ') ? row : `- ${row}`))].join('\n')

const words = (shown: readonly string[]): string => shown.map((word) => `*${escapeName(word)}*`).join(', ')

/** What is asked, in its own words, and how many files speak of it. */
export function asked(study: Study, title: string, path: string): string {
  const extracts = goalExtracts(study.ask.text, path, study.terms, 2)
  if (extracts.length === 0) return `**${title}** Nothing: the text is empty.`
  const found = study.counts.filter((count) => count.files > 0)
  const spread = found.map((count) => `${words([count.term.shown])} ${count.files}`).join(', ')
  const read = study.index.sources.length
  const where = found.length === 0 ? '' : ` Of ${files(read)} read, these words stand in: ${spread}.`
  return `**${title}** A ${kindOfGoal(study.ask.text)}: ${extracts.map(cite).join(' ')}.${where}`
}

export function onGoal(study: Study): string {
  const about = bulleted('**About this workspace**', study.about.map(cite))
  if (study.onGoal.length > 0) return paragraphs(bulleted('**Your files on it**', study.onGoal.map(cite)), about)
  if (study.index.sources.length === 0) return '**Your files on it** There is no file here that I may read.'
  return paragraphs('**Your files on it** No line shares a word with it.', about)
}

export const onRole = (study: Study): string =>
  bulleted(`**${escapeName(study.ask.name)} looks at ${study.reader.stance.looksAt}**`, study.onRole.map(cite))

/** The line begins the same in every answer: agents that speak later compare it with theirs. */
export function begin(study: Study): string {
  if (!study.begin) return ''
  const { path, lines, words: shown } = study.begin
  const place = lines.length === 1 ? `line ${lines[0]} has` : `lines ${lines.join(', ')} have`
  return `**Begin in** \`${path}\`: ${place} ${words(shown)}.`
}

export function notFound(study: Study): string {
  const missing = study.counts.filter((count) => count.files === 0).map((count) => count.term.shown)
  const { misses } = study.reader.stance
  const parts = [
    missing.length > 0 && study.index.sources.length > 0 ? `no file has ${words(missing)}` : '',
    study.index.listed.some((path) => misses.path.test(path))
      ? ''
      : `no ${misses.what.replace(/^an? /, '')} among ${files(study.index.listed.length)}`,
  ].filter((part) => part !== '')
  return parts.length === 0
    ? ''
    : `**Not found** ${parts.join('; ')} (hidden, ignored and secret files are not looked at).`
}

/** Two questions of the role; where files gave too little, each about a word of the goal, cited. */
export function questions(study: Study, path: string): string {
  const { stance, seed } = study.reader
  const few = study.onGoal.length + study.onRole.length + study.about.length < 2
  const rows = Array.from({ length: few ? 3 : 2 }, (_, number) => {
    const term = study.terms.length > 0 ? pick(study.terms, seed + number) : undefined
    const question = pick(stance.asks, seed + number).replace('{}', term ? `*${escapeName(term.shown)}*` : 'this')
    return few && term ? `${cite(wordExtract(study.ask.text, path, term))} ${question}` : question
  })
  return bulleted('**Open questions**', rows)
}

export const modelWould = (study: Study): string =>
  `**A connected model** would ${study.reader.stance.modelWould}. \`convene models\` shows how to connect one.`

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`)
