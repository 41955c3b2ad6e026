import { cleanLine } from '../text/clean.ts'
import { cutAtWord } from '../text/cut-at-word.ts'
import type { Claim, Mark } from './claim.ts'
import type { Claimed } from './claimed.ts'

const LONGEST = 80
const code = (text: string): string => `\`${cutAtWord(cleanLine(text).replaceAll('`', "'"), LONGEST)}\``

const PASS = {
  tests: 'tests pass',
  build: 'build passes',
  lint: 'lint passes',
  types: 'types check',
  commit: 'committed',
  push: 'pushed',
} as const
const RAN = {
  ...PASS,
  tests: 'tests were run',
  build: 'build was run',
  lint: 'linter was run',
  types: 'types were checked',
} as const

/** What is claimed, in our words. Only paths and commands are the agent's. */
export function claimText(claimed: Claimed): string {
  switch (claimed.kind) {
    case 'ran': {
      const { what, passes, count, about } = claimed
      const counted = count === undefined ? '' : `${count} `
      return `${counted}${passes ? PASS[what] : RAN[what]}${about === undefined ? '' : ` in ${code(about)}`}`
    }
    case 'command':
      return `${code(claimed.line)} ${claimed.passes ? 'passes' : 'was run'}`
    case 'wrote':
      return `${code(claimed.path)} was written`
    case 'removed':
      return `${code(claimed.path)} was removed`
    case 'read':
      return `${code(claimed.path)} was read`
    case 'studied':
      return `${claimed.noun} was read`
    case 'fetched':
      return `${claimed.url === '' ? 'the page' : code(claimed.url)} ${claimed.status === undefined ? 'was loaded' : `answers ${claimed.status}`}`
  }
}

/** The word for each mark. */
const markWords: Readonly<Record<Mark, string>> = {
  seen: 'saw',
  said: "only read in its author's report",
  stale: 'saw on older files',
  contradicted: 'saw the opposite',
  not_seen: 'did not see',
}

const ORDER: readonly Mark[] = ['contradicted', 'not_seen', 'stale', 'said', 'seen']
const MOST = 12

/** The heading above such a line in prompts. Texts of agents cannot have one of its level. */
export const SEEN = 'What Convene saw'

/** The marks of a report in one line, for its judges. Empty if there is nothing to say. */
export function claimsLine(claims: readonly Claim[] = []): string {
  const shown = ORDER.flatMap((mark) => claims.filter((claim) => claim.mark === mark)).slice(0, MOST)
  const left = claims.length - shown.length
  const parts = ORDER.flatMap((mark) => {
    const said = shown.filter((claim) => claim.mark === mark).map(listed)
    return said.length === 0 ? [] : [`${markWords[mark]}: ${[...new Set(said)].join('; ')}`]
  })
  return parts.length === 0 ? '' : `Convene ${parts.join(' · ')}${left > 0 ? ` · and ${left} more` : ''}`
}

const listed = ({ what, why }: Claim): string => `${what} (${why})`
