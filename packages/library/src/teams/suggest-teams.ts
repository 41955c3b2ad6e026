import { type ChosenApproach, chooseApproach } from '@convene/reading'
import type { DescribedTeam } from './describe-team.ts'

/** A team that fits a goal, and why: which words of the goal match what. */
export type TeamSuggestion = {
  readonly team: DescribedTeam
  readonly score: number
  readonly reasons: readonly string[]
}

/** Teams that fit a goal, best first: by what it asks for and by its words. No model is called. */
export function suggestTeams(goal: string, teams: readonly DescribedTeam[]): readonly TeamSuggestion[] {
  const wanted = spokenWords(goal)
  const chosen = chooseApproach(goal)
  return teams
    .map((team) => withForm(chosen, suggestionOf(wanted, team)))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || compare(a.team.name, b.team.name))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** What a mode is for, in words that people use when they want it. */
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

/** What the goal asks for counts more than words it shares with a description. */
const FOR_TEAM = 6
const FOR_MODE = 4

function withForm(chosen: ChosenApproach, suggestion: TeamSuggestion): TeamSuggestion {
  const { slug, mode } = suggestion.team
  const weight = slug === chosen.team ? FOR_TEAM : mode === chosen.mode ? FOR_MODE : 0
  if (weight === 0 || chosen.name === 'ask') return suggestion
  return {
    ...suggestion,
    score: suggestion.score + weight,
    reasons: [...suggestion.reasons, `${chosen.because}: the mode ${mode}`],
  }
}

function suggestionOf(wanted: ReadonlyMap<string, string>, team: DescribedTeam): TeamSuggestion {
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
  // A team must not win by its number of members: each word counts once for all of them.
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

/** The meaningful words by their stem: `reviews` and `reviewing` are `review`. */
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
