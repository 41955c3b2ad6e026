import type { DescribedTeam } from './describe-team.ts'

/** A team that fits a goal, and why: which words of the goal fit what. */
export type Suggestion = { readonly team: DescribedTeam; readonly score: number; readonly reasons: readonly string[] }

/** Teams that fit a goal, the best first. By words alone: no model is asked, and the reasons are the whole truth. */
export function suggestTeams(goal: string, teams: readonly DescribedTeam[]): readonly Suggestion[] {
  const wanted = spokenWords(goal)
  return teams
    .map((team) => withCues(goal, suggestionOf(wanted, team)))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || compare(a.team.name, b.team.name))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What a mode is for, in the words that people use when they want it. */
const purposes: { readonly [mode: string]: string } = {
  panel: 'decide decision choose choice whether versus should compare tradeoff debate pros cons alternative option',
  broadcast: 'opinion perspective compare view idea brainstorm angle',
  sequential: 'write draft text document article release notes polish refine rewrite',
  orchestrate:
    'research investigate published literature evidence analyse survey overview explore report summarise split parallel',
  reflect: 'improve review quality iterate refine until better audit check',
  delegate: 'coordinate hand over small task request ticket',
  plan: 'build implement feature add migrate refactor change fix ship create develop',
}

/** Ways of asking that say what is wanted, whatever it is about. */
const cues = [
  {
    asks: /\bshould (?:we|i|it|they)\b|\bwhether\b|\bversus\b|\bvs\b|\b(?:or|which)\b[^.?]{0,500}\?/iu,
    what: 'there is a choice to make',
    modes: { panel: 6, broadcast: 3 },
  },
  {
    asks: /^\s*(?:what|how|why|where|who|when)\b[^.]*\?\s*$/iu,
    what: 'there is a question to answer',
    modes: { orchestrate: 2, broadcast: 1 },
  },
] as const

function withCues(goal: string, suggestion: Suggestion): Suggestion {
  const { mode } = suggestion.team
  const fitting = cues.flatMap(({ asks, what, modes }) => {
    const weight = (modes as { readonly [mode: string]: number })[mode]
    return weight !== undefined && asks.test(goal.slice(0, 2_000)) ? [{ weight, what }] : []
  })
  return {
    ...suggestion,
    score: fitting.reduce((sum, { weight }) => sum + weight, suggestion.score),
    reasons: [...suggestion.reasons, ...fitting.map(({ what }) => `${what}: the mode ${mode}`)],
  }
}

function suggestionOf(wanted: ReadonlyMap<string, string>, team: DescribedTeam): Suggestion {
  const fits = [
    { weight: 3, what: 'its name', words: wordsOf(team.name) },
    { weight: 3, what: 'what it is for', words: wordsOf(team.description) },
    { weight: 2, what: `the mode ${team.mode}`, words: wordsOf(purposes[team.mode] ?? '') },
    ...team.members.map((member) => ({
      weight: 1,
      what: member.name,
      words: wordsOf([member.role, member.useFor, member.description, ...member.capabilities].join(' ')),
    })),
  ].map((source) => ({ ...source, found: source.words.flatMap((word) => wanted.get(word) ?? []) }))
  const hits = fits.filter(({ found }) => found.length > 0)
  // Many members must not win by their number: each word counts once for all of them.
  const seats = new Set(hits.filter(({ weight }) => weight === 1).flatMap(({ found }) => found))
  const others = hits.filter(({ weight }) => weight > 1)
  return {
    team,
    score: seats.size + others.reduce((sum, { weight, found }) => sum + weight * found.length, 0),
    reasons: hits.map(({ what, found }) => `${found.join(', ')}: ${what}`),
  }
}

const idle = new Set(
  'about after find found again also and any are because before being between both but can could did does doing done each for from get had has have her here him his how into its just know like make many may more most much must need not now off one only other our out over own please same she should some such than that the their them then there these they thing this those through too under use very want was way well were what when where which who why will with work would you your'.split(
    ' ',
  ),
)

/** The words that say something, by the form in which they meet their relatives: `reviews` and `reviewing` are `review`. */
function spokenWords(text: string): ReadonlyMap<string, string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return new Map(words.filter((word) => !idle.has(word)).map((word) => [stem(word), word]))
}

const wordsOf = (text: string): readonly string[] => [...spokenWords(text).keys()]

function stem(word: string): string {
  const plain = word
    .replace(/isation|ization/u, 'ise')
    .replace(/yz/u, 'ys')
    .replace(/ize$/u, 'ise')
  const short = plain.replace(/(?:ings?|ers?|ed|es|s|ly|ions?|ments?|ance|al)$/u, '')
  return short.length >= 4 ? short.replace(/(.)\1$/u, '$1').replace(/[ei]$/u, '') : plain
}
