import { clean, escapeName } from '../quote.ts'
import type { Study } from '../study.ts'
import { keyTerms, type Term } from '../words.ts'
import { type Answer, says } from './answer.ts'
import { LABEL, paragraphs } from './parts.ts'

const MOST_MEMBERS = 4

type Listed = { readonly name: string }

/** Distributes the goal's words among the members, in turn. */
export const assignments: Answer = (study) => {
  const members = membersIn(study.ask.sections.Members ?? '').slice(0, MOST_MEMBERS)
  const missing = lacking(study)
  const wanted = missing.length > 0 ? missing : study.terms
  const chosen = members.slice(0, Math.max(1, Math.min(members.length, wanted.length)))
  const why =
    missing.length > 0
      ? `The evaluation misses ${list(missing)}, so ${names(chosen)} look again.`
      : `${names(chosen)} each look for some of the goal's words.`
  return says(paragraphs(LABEL, why, ...chosen.map((member, at) => block(member, shareOf(wanted, at, chosen.length)))))
}

/** `- **Name** (provider/model): speciality` */
const membersIn = (text: string): readonly Listed[] =>
  [...text.matchAll(/^- \*\*(.{1,60}?)\*\* \(/gm)].map(([, name = '']) => ({ name: clean(name) }))

/** Words of the goal that the last evaluation reports as missing. */
function lacking({ ask, terms }: Study): readonly Term[] {
  const found = Object.entries(ask.sections).find(([name]) => name.startsWith('Evaluation of iteration'))?.[1] ?? ''
  const named = new Set(keyTerms(found.split('missing')[1] ?? '', 30).map(({ stems }) => stems.join(' ')))
  return terms.filter(({ stems }) => named.has(stems.join(' ')))
}

const shareOf = (terms: readonly Term[], at: number, of: number): readonly Term[] =>
  terms.filter((_, index) => index % of === at)

/** Only the words: anything else in the task would be searched for too. */
function block({ name }: Listed, share: readonly Term[]): string {
  return `@worker:${name}\nLook into ${plainList(share)}.\n@end`
}

const list = (terms: readonly Term[]): string =>
  terms.map(({ shown }) => `*${escapeName(shown)}*`).join(', ') || 'the goal'

const plainList = (terms: readonly Term[]): string =>
  terms.map(({ shown }) => escapeName(shown)).join(', ') || 'the goal'

const names = (members: readonly Listed[]): string => {
  const all = members.map(({ name }) => escapeName(name))
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
