import type { Run } from '../state/session.ts'
import { randomFrom, shuffled } from '../team/draw-models.ts'
import type { Seat } from '../team/team.ts'
import { agentMembers, isUser } from '../team/user-seat.ts'
import { letterAt } from '../text/letters.ts'
import { withoutEnd, withoutStart } from '../text/without-marks.ts'

/** Names that are also ordinary words of the trade: a panelist who uses one may not mean a colleague. */
const ORDINARY = new Set(
  'architect architecture security performance qa quality domain expert devops operations ux design designer user risk need cost legal finance product data research support sales marketing customer platform test tester testing privacy compliance reviewer critic planner writer editor coder engineer business people safety ethics science history law'.split(
    ' ',
  ),
)

/** What panelists and the Moderator call each panelist: `Panelist A` and so on, shuffled per run. */
export function aliasesOf({ id, team }: Pick<Run, 'id' | 'team'>): { readonly [agent: string]: string } {
  const slugs = team.members.map(({ slug }) => slug)
  const dealt = shuffled(slugs, randomFrom(seedOf(id)))
  return Object.fromEntries(dealt.map((slug, index) => [slug, `Panelist ${letterAt(index)}`]))
}

/** FNV-1a hash, so that the same run has the same aliases in every process. */
function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** The panelist a word refers to: by alias, or by its letter alone. */
export function byAlias(run: Run, said: string): string | undefined {
  const wanted = withoutEnd(withoutStart(said.trim(), '*_`"\'['), '*_`"\'].,:').toLowerCase()
  const found = Object.entries(aliasesOf(run)).find(([, alias]) => {
    const name = alias.toLowerCase()
    return name === wanted || name.slice(-1) === wanted
  })
  return found?.[0]
}

/** The panelist a text mentions by alias, if there is exactly one. */
export function mentioned(run: Run, text: string): string | undefined {
  const found = Object.entries(aliasesOf(run)).filter(([, alias]) => new RegExp(`\\b${alias}\\b`, 'iu').test(text))
  return found.length === 1 ? found[0]?.[0] : undefined
}

/**
 * What a panelist said, as its peers may read it. A panelist knows only its own name: that and its model's become its
 * alias. The user knows all names, so names in their messages become aliases too.
 */
export function anonymous(run: Pick<Run, 'id' | 'team'>, agent: string, text: string): string {
  const seat = run.team.members.find(({ slug }) => slug === agent)
  const aliases = aliasesOf(run)
  if (!seat || isUser(seat))
    return agentMembers(run.team).reduce((said, one) => withoutNames(said, one, aliases[one.slug]), text)
  return withoutNames(withoutModel(text, seat.model), seat, aliases[agent])
}

/**
 * A model's name without its provider may be a plain word (`one`, `command`). Such a word is a name only where somebody
 * introduces themselves. Digits and separators make it a name everywhere.
 */
function withoutModel(text: string, model: string): string {
  const bare = model.slice(model.indexOf('/') + 1)
  if (!/^[\p{L}\s]+$/u.test(bare)) return replaceWords(text, [model, bare], 'a model', 'gi')
  const word = escaped(bare)
  return replaceWords(text, [model], 'a model', 'gi')
    .replace(new RegExp(`\\b(I am|I['’]m|model is|model:) ${word}(?=[ \\t]*(?:[,.;:!)]|$|\\n))`, 'gim'), '$1 a model')
    .replace(new RegExp(`\\b(as) ${word}(?=,? I\\b)`, 'gi'), '$1 a model')
}

/** The same for text that may name any of them: what the Head writes once it knows the names. */
export const anonymousAll = (run: Pick<Run, 'id' | 'team'>, text: string): string =>
  agentMembers(run.team).reduce((said, { slug }) => anonymous(run, slug, said), text)

const withoutNames = (text: string, { name, slug }: Seat, alias = 'A panelist'): string =>
  [...new Set([name, slug])].reduce((said, one) => withoutName(said, one, alias), text)

function withoutName(text: string, name: string, alias: string): string {
  if (!ORDINARY.has(name.toLowerCase())) return replaceWords(text, [name], alias)
  const word = escaped(name)
  return text
    .replace(new RegExp(`\\b(as|I am|I'm|this is) ((?:the|an?|your) )?${word}\\b`, 'gi'), `$1 ${alias}`)
    .replace(new RegExp(`^([ \\t>*_#-]*)${word}([*_]*:)`, 'gim'), `$1${alias}$2`)
    .replace(new RegExp(`([—–-] ?)${word}[ \\t]*$`, 'gim'), `$1${alias}`)
    .replace(new RegExp(`\\b${word}(\\*{0,2} ${SPEAKS})`, 'g'), `${alias}$1`)
}

/** Things only people do: before such a verb, the word is a name. */
const SPEAKS =
  '(?:vote|argue|agree|disagree|propose|object|warn|say|said|hold|held|state|abstain|insist|concede)(?:s|d|ed|n)?\\b'

/** In one pass, longest name first: a replacement must not be replaced again. */
const replaceWords = (text: string, words: readonly string[], by: string, flags = 'g'): string =>
  text.replace(new RegExp(`(?<![\\w/-])(?:${words.map(escaped).join('|')})(?![\\w-])`, flags), by)

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
