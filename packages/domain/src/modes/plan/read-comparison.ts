import { lineComment, type SaidOnLine } from '../../answer/line-comments.ts'
import { ownLines, undecorated } from '../../answer/lines.ts'
import { markIn } from '../../answer/marks.ts'
import { leavesOpen } from '../../answer/option.ts'

/** Which candidate a reviewer prefers, and what it says about lines of each. */
export type CandidateComparison = {
  readonly prefers: string
  readonly reason: string
  readonly comments: readonly (SaidOnLine & { readonly candidate: string })[]
}

const MARKS = { words: ['VOTE', 'REASON'] }
const LETTER = /^(?:(?:candidate|option)\s{1,3})?["'`*_([]{0,4}([A-H])["'`*_)\]]{0,4}(?![\p{L}\p{N}])/u
const ALONE = /^["'`*_([]{0,4}([a-h])["'`*_)\].]{0,4}$/u
const OTHER = /^\s{0,3}(?:or|and|\/|&|,)\s{0,3}(?:candidate\s{1,3})?[A-H](?![\p{L}\p{N}])/iu

/** The vote of a comparison, by letter. Undefined if it names no candidate, or more than one. */
export function readComparison(text: string, names: readonly string[]): CandidateComparison | undefined {
  const vote = markIn(text, 'VOTE', MARKS)
  const prefers = vote && candidateIn(vote.value, names)
  if (prefers === undefined) return undefined
  const reason = undecorated(markIn(text, 'REASON', MARKS)?.value ?? '').slice(0, 1_000)
  return { prefers, reason, comments: commentsIn(text, names) }
}

function candidateIn(value: string, names: readonly string[]): string | undefined {
  const bare = value.trim().replace(/^candidate/iu, 'candidate')
  const [whole = '', letter = ''] =
    LETTER.exec(bare.replace(/^candidate ([a-h])\b/u, (_, one) => `candidate ${one.toUpperCase()}`)) ??
    ALONE.exec(bare) ??
    []
  const name = letter.toLowerCase()
  const behind = bare.slice(whole.length)
  if (!names.includes(name) || OTHER.test(behind)) return undefined
  const options = names.map((one) => `Candidate ${one.toUpperCase()}`)
  return leavesOpen(options, behind) ? undefined : name
}

const LABEL = /^(?:candidate\s{1,3})?[[(]?([A-H])["'`*_)\]]{0,4}(?:\s{0,3}[:：|–—-]\s{0,3}|\s{1,3})(?=\S)/iu
const HEADING = /^(?:candidate\s{1,3})([A-H])["'`*_]{0,4}[:：.]?["'`*_]{0,4}$/iu

/** `A src/a.ts:12: high: …`, or the same without the letter below a line that names the candidate. */
function commentsIn(text: string, names: readonly string[]): CandidateComparison['comments'] {
  let current: string | undefined
  return ownLines(text).flatMap((line) => {
    const bare = undecorated(line)
    const heading = HEADING.exec(bare)?.[1]?.toLowerCase()
    if (heading !== undefined) {
      current = heading
      return []
    }
    const [label = '', letter] = LABEL.exec(bare) ?? []
    const said = letter === undefined ? undefined : lineComment(bare.slice(label.length))
    const candidate = said ? letter?.toLowerCase() : current
    const comment = said ?? lineComment(bare)
    return comment && candidate !== undefined && names.includes(candidate) ? [{ ...comment, candidate }] : []
  })
}
