import type { Earlier } from './ask.ts'
import { clip, type Extract, escapeName, plain, quoteOf } from './quote.ts'
import { filesWith, rank } from './rank.ts'
import { keyOf, placesIn, type Study } from './study.ts'
import { keyTerms, stemsOf } from './words.ts'

const MAX_TAKEN_UP = 3
const LABEL = /^\*Rehearsal\b/

/** One line per earlier speaker: where this agent agrees, adds or differs, by quote and by name. */
export function takeUp(study: Study): readonly string[] {
  const others = study.ask.earlier.filter((earlier) => earlier.author !== '')
  return others.slice(-MAX_TAKEN_UP).map((earlier) => `- ${nameOf(earlier)}: ${responseTo(study, earlier)}`)
}

export const nameOf = (earlier: Earlier): string =>
  `**${escapeName(earlier.author)}**${earlier.id === '' ? '' : ` [${earlier.id}]`}`

function responseTo(study: Study, earlier: Earlier): string {
  const cited = placesIn(earlier.text)
  const parts = [agreement(study, cited), addition(study, cited), difference(study, earlier)]
  const said = keySentence(study, earlier.text)
  const quoted = said && !LABEL.test(earlier.text) ? [`says ${quoteOf(said)}`] : []
  return `${[...quoted, ...parts].filter((part) => part !== '').join('; ')}.`
}

/** Two agents agree if the words of one lead to the lines of the other. */
function agreement(study: Study, cited: ReadonlySet<string>): string {
  const mine = rank(study.index, study.query).slice(0, 12)
  const shared = [...cited].filter((place) => {
    const [, path = '', line = '0'] = /^(.+):(\d+)$/.exec(place) ?? []
    const at = Number(line) - 1
    return mine.some(
      ({ passage }) => study.index.sources[passage.source]?.path === path && passage.first <= at && at < passage.end,
    )
  })
  return shared.length === 0
    ? ''
    : `I agree on ${shared
        .slice(0, 2)
        .map((place) => `\`${place}\``)
        .join(' and ')}, found by my words too`
}

function addition(study: Study, cited: ReadonlySet<string>): string {
  const mine = [...study.onGoal, ...study.onRole].filter((extract) => !cited.has(keyOf(extract)))
  const files = [...new Set(mine.map((extract) => extract.path))].filter(
    (path) => ![...cited].some((place) => place.startsWith(`${path}:`)),
  )
  if (files.length === 0)
    return mine.length === 0 ? 'I have nothing to add from the files' : 'I add other lines of the same files'
  return `I add ${files
    .slice(0, 2)
    .map((path) => `\`${path}\``)
    .join(' and ')}`
}

function difference(study: Study, earlier: Earlier): string {
  const theirs = /^\*\*Begin in\*\* `([^`]+)`/m.exec(earlier.text)?.[1]
  const mine = study.begin?.path
  if (theirs && mine && theirs !== mine && study.index.listed.includes(theirs))
    return `I differ on where to begin: \`${mine}\`, not \`${theirs}\``
  if (LABEL.test(earlier.text)) return ''
  const missing = keyTerms(keySentence(study, earlier.text)?.text ?? '', 30)
    .filter((term) => term.shown.length > 3 && filesWith(study.index, term) === 0)
    .slice(0, 3)
  if (missing.length === 0 || study.index.sources.length === 0) return ''
  return `I differ in that no file I read has ${missing.map((term) => `*${escapeName(term.shown)}*`).join(', ')}`
}

/** The sentence with the most words of the current question. */
export function keySentence(study: Study, text: string): Extract | undefined {
  const sentences = text
    .slice(0, 20_000)
    .split(/\n+|(?<=[.!?])\s+/)
    .filter(
      (line) =>
        !LABEL.test(line) && !/^(#|\*\*|\||```)/.test(line.trim()) && (line.match(/\p{L}{2,}/gu)?.length ?? 0) > 3,
    )
  const weighed = sentences.map((sentence, order) => {
    const stems = new Set(stemsOf(sentence))
    return { sentence, order, shared: [...stems].filter((stem) => study.query.has(stem)).length }
  })
  const best = weighed.toSorted((one, other) => other.shared - one.shared || one.order - other.order)[0]
  return best && { path: '', line: 0, text: clip(plain(best.sentence), 140), prose: true }
}
