import { toArray } from '../list/list.ts'
import { resultsOf } from '../state/past.ts'
import { type Message, type Run, type Session, seatOf } from '../state/session.ts'
import type { Finding } from './finding.ts'
import { isSameFinding, mergeFindings } from './merge-findings.ts'
import { readFindings } from './read-findings.ts'

/** What a run found. */
export type Review = {
  readonly findings: readonly Finding[]
  /** Who looked on their own: the findings of each were read. */
  readonly reviewers: readonly string[]
  /** The agents whose result cannot be read as findings. Without them, the review is not complete. */
  readonly unread: readonly string[]
  /** Entries in results that name no file or say nothing. */
  readonly unreadable: number
}

/**
 * The findings in the results of a run. What a lead put together from the reports of its members counts, and members whose
 * own report has a finding agree with it. A later answer of the same agent, such as a repaired one, replaces its result.
 */
export function reviewOf(session: Session, run: Run): Review {
  const nameOf = (author: string) => seatOf(run, author)?.name ?? author
  const results = resultsOf(session, run).map(({ author }) => author)
  const said = toArray(session.messages)
    .slice(run.spoken.from)
    .filter(({ role }) => role !== 'user' && role !== 'system')
  const lists = said.flatMap((message) => listOf(message, nameOf))
  const last = results.map((author) => lists.findLast((list) => list.author === author))
  const kept = last.filter((list) => list !== undefined)
  const others = lists.filter(({ author }) => !results.includes(author))
  const agreed = (finding: Finding): Finding => {
    const by = others.flatMap((list) =>
      list.findings.some((other) => isSameFinding(finding, other)) ? [list.name] : [],
    )
    return by.length === 0 ? finding : { ...finding, agreedBy: [...new Set(by)] }
  }
  const reviewers = new Set((others.length > 0 ? others : kept).map(({ name }) => name))
  return {
    findings: mergeFindings(kept.flatMap(({ findings }) => findings)).map(agreed),
    reviewers: [...reviewers],
    unread: results.filter((_, index) => last[index] === undefined),
    unreadable: kept.reduce((sum, list) => sum + list.unreadable, 0),
  }
}

function listOf({ author, text }: Message, nameOf: (author: string) => string) {
  const name = nameOf(author)
  const read = readFindings(text, name)
  return read ? [{ author, name, ...read }] : []
}
