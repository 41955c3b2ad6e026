import { lineCommentsIn, type SaidOnLine } from '../../answer/line-comments.ts'
import { type Fact, fact, type Place } from '../../event/event.ts'
import { noBuild } from '../../state/build.ts'
import type { Session } from '../../state/session.ts'

/** What a reviewer says about a line, and who it is. */
export type Remark = { readonly said: SaidOnLine; readonly place: Place }

/** Reviewers' words about lines, as comments on the build: people see them beside the change. */
export function lineRemarks({ build = noBuild }: Session, remarks: readonly Remark[]): readonly Fact[] {
  const first = build.comments.length + 1
  return remarks.map(({ said: { path, line, severity, text }, place }, index) =>
    fact('line.commented', { id: `c${first + index}`, path, side: 'new', line, severity, text }, place),
  )
}

/** The comments on lines in a review. */
export const remarksIn = (session: Session, text: string, place: Place): readonly Fact[] =>
  lineRemarks(
    session,
    lineCommentsIn(text).map((said) => ({ said, place })),
  )
