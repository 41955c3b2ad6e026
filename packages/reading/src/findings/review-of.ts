import { type Run, resultsOf, type Session, seatName, toArray } from '@convene/domain'
import type { Finding } from './finding.ts'
import { isSameFinding, mergeFindings } from './merge-findings.ts'
import { readFindings } from './read-findings.ts'

/** A run's findings. */
export type Review = {
  readonly findings: readonly Finding[]
  /** Who reviewed independently and gave readable findings. */
  readonly reviewers: readonly string[]
  /** The agents whose findings are missing or unreadable. The review is incomplete without them. */
  readonly unread: readonly string[]
}

/**
 * The findings in a run's results. If a lead combined its members' reports, its list counts, and members whose own
 * report has a finding agree with it. A later answer by the same agent, such as a repaired one, replaces its result.
 */
export function findingsReview(session: Session, run: Run): Review {
  const nameOf = (author: string) => seatName(run, author)
  const results = reviewersIn(session, run)
  const said = toArray(session.messages)
    .slice(run.spoken.from)
    .filter(({ role }) => role !== 'user' && role !== 'system')
  const lists = said.flatMap(({ author, text }) => {
    const findings = readFindings(text, nameOf(author), session.workspace)
    return findings ? [{ author, name: nameOf(author), findings }] : []
  })
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
  }
}

/** Whose findings count: those in the result, or every member's if each is asked for one, even if its calls failed. */
function reviewersIn(session: Session, run: Run): readonly string[] {
  const results = resultsOf(session, run).map(({ author }) => author)
  return run.traits.picks ? [...new Set([...results, ...run.team.members.map(({ slug }) => slug)])] : results
}
