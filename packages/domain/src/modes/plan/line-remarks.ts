import { lineCommentsIn, type SaidOnLine } from '../../answer/line-comments.ts'
import { aroundKnown, knownLinesIn } from '../../build/known-lines.ts'
import type { FilePatch } from '../../change/patch.ts'
import { readPatch } from '../../change/read-patch.ts'
import { type Fact, fact, type Place } from '../../event/event.ts'
import { noBuild } from '../../state/build.ts'
import type { Session } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { wholeLines } from './cut-patch.ts'

/** What a reviewer says about a line, and who it is. */
export type Remark = { readonly said: SaidOnLine; readonly place: Place }

/** Reviewers that repeat themselves in each round must not fill the log. */
const MOST_REMARKS = 500

/**
 * Reviewers' words about lines, as comments on the build: people see them beside the change. With the lines of the patch
 * that their author has read, they are found again after the file has changed.
 */
export function lineRemarks({ build = noBuild }: Session, remarks: readonly Remark[], patch: string): readonly Fact[] {
  if (remarks.length === 0) return []
  const first = build.comments.length + 1
  const room = MOST_REMARKS - build.comments.filter(({ author }) => author !== USER).length
  const files = readPatch(wholeLines(patch))
  return remarks.slice(0, Math.max(0, room)).map(({ said: { line, severity, text, path: written }, place }, index) => {
    const path = pathMeant(files, written)
    const around = aroundKnown(knownLinesIn(files, path), line)
    const comment = { id: `c${first + index}`, path, side: 'new' as const, line, severity, text }
    return fact('line.commented', { ...comment, ...(around && { around }) }, place)
  })
}

/** A reviewer may leave out the folders, if only one changed file has this name. */
function pathMeant(files: readonly FilePatch[], written: string): string {
  const path = written.replace(/^(?:\.\/)+/u, '')
  const known = new Set(files.map((file) => file.path))
  const [only, ...others] = [...known].filter((each) => each.endsWith(`/${path}`))
  return !known.has(path) && only !== undefined && others.length === 0 ? only : path
}

/** The comments on lines in a review. */
export const remarksIn = (session: Session, text: string, place: Place, patch: string): readonly Fact[] =>
  lineRemarks(
    session,
    lineCommentsIn(text).map((said) => ({ said, place })),
    patch,
  )
