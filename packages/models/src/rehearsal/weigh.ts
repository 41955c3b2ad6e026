import { countText } from '@convene/domain'
import type { Choice } from './ask.ts'
import { extractsFor } from './extracts.ts'
import type { Extract } from './quote.ts'
import { filesWith, queryOf } from './rank.ts'
import { seedOf } from './stance-of.ts'
import type { Study } from './study.ts'
import { keyTerms } from './words.ts'

/** An option, and what the files say about it. */
export type Weighed = { readonly option: string; readonly files: number; readonly extract: Extract | undefined }

const MAX_TERMS = 6

/** Each option with the number of files that have its words, and the line that has most of them. */
export const weigh = (study: Study, choices: readonly Choice[]): readonly Weighed[] =>
  choices.map(({ option }) => {
    const terms = keyTerms(option, MAX_TERMS)
    const query = queryOf(terms, 1)
    const [extract] = extractsFor(study.index, query, { count: 1, skip: new Set(), must: new Set(query.keys()) })
    return { option, files: terms.reduce((sum, term) => sum + filesWith(study.index, term), 0), extract }
  })

/** The option that most files mention. If the files do not decide, a choice derived from the agent's name. */
export function favourite(study: Study, choices: readonly Choice[]): Weighed | undefined {
  const weighed = weigh(study, choices)
  const most = Math.max(...weighed.map(({ files }) => files))
  const first = weighed.filter(({ files }) => files === most)
  return first[seedOf(study.ask.name) % Math.max(1, first.length)]
}

/** The reason for the choice, in words that can be checked. */
export function reasonFor({ files, extract }: Weighed, isClear: boolean): string {
  if (files === 0 || !isClear) return 'A rehearsal: the files favor no option, so my name decides.'
  const where = extract ? `, first in ${extract.path}:${extract.line}` : ''
  return `A rehearsal: its words appear in ${countText(files, 'file')}${where}, more than those of the others.`
}

export const isClear = (weighed: readonly Weighed[], best: Weighed): boolean =>
  weighed.every(({ option, files }) => option === best.option || files < best.files)
