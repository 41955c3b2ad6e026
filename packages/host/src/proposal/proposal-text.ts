import { cleanLine, shortId } from '@convene/domain'
import { type BuildReview, CLAIMS_TITLE, type ReviewComment, type ReviewStep } from '@convene/reading'
import { inertLine, inertPlain, inertText } from './inert.ts'

/** What a pull request says beside its change. */
export type ProposalFacts = {
  readonly review: BuildReview
  /** The result in the team's words. */
  readonly result: string
  /** What nobody saw of what the result claims: `not seen: tests pass (no tests were run)`. */
  readonly unseen: readonly string[]
  /** Such as `$0.04`. */
  readonly cost: string
  /** Removes secrets and places of this machine. */
  readonly safe: (text: string) => string
}

const MOST_TITLE = 100
const MOST_RESULT = 4_000
const MOST = 60_000

/** The title, unless the user has written one. */
export const proposalTitle = (title: string, safe: ProposalFacts['safe']): string =>
  inertPlain(cleanLine(safe(title)))
    .slice(0, MOST_TITLE)
    .trim() || 'Changes by a team of agents'

/** The message of the commit that is pushed. */
export const commitMessage = (title: string, review: BuildReview): string =>
  `${title}\n\nConvene session ${shortId(review.session)}\n`

/** Verdict, checks, dissent, cost and session of a build, as the text of a pull request. */
export function proposalText({ review, result, unseen, cost, safe }: ProposalFacts): string {
  const line = (text: string) => inertLine(safe(text))
  const facts = [...(review.checks ? [review.checks] : []), ...review.proof].map(({ word }) => line(word))
  const dissent = dissentIn(review, line)
  const parts = [
    inertText(shortened(safe(withoutSteps(result)), MOST_RESULT)),
    ...(unseen.length > 0 ? [`${CLAIMS_TITLE}:\n\n${unseen.map((each) => `- ${line(each)}`).join('\n')}`] : []),
    ...(facts.length > 0 ? [`**${facts.join(' · ')}**`] : []),
    ...(review.steps.length > 0
      ? ['## Steps and checks', review.steps.map((step) => stepText(step, line)).join('\n')]
      : []),
    ...(dissent.length > 0 ? ['## Dissent', dissent.map((each) => `- ${each}`).join('\n')] : []),
    `Built by a team of agents with Convene. Cost: ${line(cost)}. Session ${shortId(review.session)}.`,
  ]
  return shortened(parts.filter((part) => part.trim() !== '').join('\n\n'), MOST)
}

/** A plan's report ends with the state of its steps, which this text says itself. */
function withoutSteps(result: string): string {
  const at = result.lastIndexOf('\n## Steps\n')
  return at < 0 ? result : result.slice(0, at)
}

type Line = (text: string) => string

function stepText({ id, description, owner, word, checks }: ReviewStep, line: Line): string {
  const own = checks.map((check) => `\n  - ${line(check.check)}: ${line([check.word, ...check.facts].join(', '))}`)
  return `- ${line(id)} ${line(description)} (${line(owner)}): ${line(word.word)}${own.join('')}`
}

/** What speaks against the change: steps that are not accepted, with the reviewer's words, and open comments. */
function dissentIn({ steps, comments }: BuildReview, line: Line): readonly string[] {
  const doubtful = steps.filter(({ isDoubted, word }) => isDoubted && (word.tone === 'warning' || word.tone === 'bad'))
  const open = comments.filter(({ state }) => state !== 'resolved')
  return [
    ...doubtful.map(({ id, word, reviewer, remark }) => {
      const said = remark ? ` ${line(reviewer ?? 'Review')}: ${line(shortened(remark.text, MOST_REMARK))}` : ''
      return `${line(id)}: ${line(word.word)}.${said}`
    }),
    ...open.map((comment) => commentText(comment, line)),
  ]
}

const MOST_REMARK = 600

const commentText = ({ author, path, line: at, severity, text }: ReviewComment, line: Line): string =>
  `${line(author === 'user' ? 'The user' : author)} on ${line(path)}, line ${at} (${severity}): ${line(shortened(text, MOST_REMARK))}`

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)} …` : text)
