import { countText } from '@convene/domain'
import { goalExtracts, kindOfGoal, wordExtract } from '../goal.ts'
import { cite, type Extract, escapeName, placeOf } from '../quote.ts'
import { pick } from '../stance-of.ts'
import type { Study } from '../study.ts'
import { stemsOf } from '../words.ts'
import { kindOf } from '../workspace-index.ts'

const MAX_WORDS = 4

/** The first line of every text that the rehearsal model writes for users. */
export const LABEL = '*Rehearsal: extracts from your goal and files, not reasoning.*'

export const paragraphs = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

export const bulleted = (title: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : [title, ...rows.map((row) => (row.startsWith('- ') ? row : `- ${row}`))].join('\n')

const words = (shown: readonly string[]): string => shown.map((word) => `*${escapeName(word)}*`).join(', ')

/** The request in its own words, and how many files mention it. */
export function asked(study: Study, title: string, path: string): string {
  const extracts = goalExtracts(study.ask.text, path, study.terms, 2)
  if (extracts.length === 0) return `**${title}** Nothing: the text is empty.`
  const found = study.counts.filter((count) => count.files > 0)
  const spread = found.map((count) => `${words([count.term.shown])} ${count.files}`).join(', ')
  const where = found.length === 0 ? '' : `\nFiles with its words, of ${study.index.sources.length} read: ${spread}.`
  return `**${title}**, a ${kindOfGoal(study.ask.text)}: ${extracts.map(cite).join(' ')}${where}${unseen(study)}`
}

/** Lists the images: a rehearsal cannot see them. */
function unseen({ ask }: Study): string {
  if (ask.images.length === 0) return ''
  return `\nNot seen, since a rehearsal cannot see: ${ask.images.map(escapeName).join('; ')}.`
}

/** What the workspace says. Without one, only the goal's own words are left. */
export function onGoal(study: Study, path: string): string {
  if (study.onGoal.length + study.onRole.length + study.about.length < 2) return goalAlone(study, path)
  const about = bulleted('**About this workspace**', study.about.map(cite))
  if (study.onGoal.length > 0) return paragraphs(bulleted('**What your files say**', study.onGoal.map(cite)), about)
  return paragraphs('**What your files say** No line shares a word with it.', about)
}

function goalAlone(study: Study, path: string): string {
  const carried = study.terms.slice(0, MAX_WORDS).map((term) => cite(wordExtract(study.ask.text, path, term)))
  const found = [...study.onGoal, ...study.about].map(cite)
  const nothing =
    '**What your files say** Nothing I can read and quote. Choose a folder with files (`--workspace DIR`) to see their lines here.'
  return paragraphs(
    bulleted('**Its key words**', carried),
    found.length === 0 ? nothing : bulleted('**What your files say**', found),
  )
}

export const onRole = (study: Study): string =>
  bulleted(`**${escapeName(study.ask.name)} looks at ${study.reader.stance.looksAt}**`, study.onRole.map(cite))

/** This line starts the same way in every answer: later agents compare it with theirs. */
export function begin(study: Study): string {
  if (!study.begin) return ''
  const { path, lines, words: shown } = study.begin
  const place = lines.length === 1 ? `line ${lines[0]} has` : `lines ${lines.join(', ')} have`
  return `**Begin in** \`${path}\`: ${place} ${words(shown)}.`
}

export function notFound(study: Study): string {
  const { sources, listed } = study.index
  if (sources.length === 0) return ''
  const missing = missingWords(study)
  const { misses } = study.reader.stance
  const parts = [
    missing.length > 0 ? `no file has ${words(missing)}` : '',
    listed.some((path) => misses.path.test(path)) ? '' : `none of ${files(listed.length)} looks like ${misses.what}`,
  ].filter((part) => part !== '')
  if (parts.length === 0) return ''
  return `**Not found** ${parts.join('; ')} (hidden, ignored and secret files are not read).`
}

const missingWords = (study: Study): readonly string[] =>
  study.counts.filter((count) => count.files === 0).map((count) => count.term.shown)

/** Questions a user could answer at once: about the role, about what was not found, about lines that may disagree. */
export function questions(study: Study): string {
  const { stance, seed } = study.reader
  const second = pick(stance.asks, seed + 1)
  const more = study.index.sources.length === 0 ? [second, pick(stance.asks, seed + 2)] : [aboutFiles(study) ?? second]
  return bulleted('**Open questions**', [pick(stance.asks, seed), ...more])
}

function aboutFiles(study: Study): string | undefined {
  const missing = missingWords(study).at(-1)
  if (missing !== undefined) return `Where is ${words([missing])} written down, if not in these files?`
  const document = study.onGoal.find((extract) => kindOf(extract.path) === 'prose')
  const code = study.onGoal.find((extract) => extract.prose && kindOf(extract.path) === 'code')
  if (!document || !code || !shareWord(study, document, code)) return undefined
  return `Do ${placeOf(document)}, a document, and ${placeOf(code)}, code, still say the same?`
}

const shareWord = (study: Study, one: Extract, other: Extract): boolean => {
  const stems = new Set(stemsOf(other.text))
  return stemsOf(one.text).some((stem) => stems.has(stem) && study.query.has(stem))
}

export const modelWould = (study: Study): string =>
  `**A connected model** would ${study.reader.stance.modelWould}. \`convene models\` shows how to connect one.`

const files = (count: number): string => countText(count, 'file')
