import { lineCommentsIn, type SaidOnLine } from '../../answer/line-comments.ts'
import { aroundKnown, knownLinesIn } from '../../build/known-lines.ts'
import type { FilePatch } from '../../change/patch.ts'
import { readPatch } from '../../change/read-patch.ts'
import { type EventPlace, type Fact, fact } from '../../event/event.ts'
import { type BuildComment, noBuild } from '../../state/build.ts'
import type { Session } from '../../state/session.ts'
import { USER } from '../../team/user-seat.ts'
import { wholeLines } from './cut-patch.ts'

/** What a reviewer says about a line, and who it is. */
export type Remark = { readonly said: SaidOnLine; readonly place: EventPlace }

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
  const placed = remarks.map(({ said, place }) => ({ said: { ...said, path: pathMeant(files, said.path) }, place }))
  const open = openRemarks(build.comments)
  const fresh = placed.filter((one, index) => !isRepeated(one, [...open, ...placed.slice(0, index)]))
  return fresh.slice(0, Math.max(0, room)).map(({ said: { line, severity, text, path }, place }, index) => {
    const around = aroundKnown(knownLinesIn(files, path), line)
    const comment = { id: `c${first + index}`, path, side: 'new' as const, line, severity, text }
    return fact('line.commented', { ...comment, ...(around && { around }) }, place)
  })
}

/** A comment that nobody has answered yet. */
const openRemarks = (comments: readonly BuildComment[]): readonly Remark[] =>
  comments
    .filter(({ state }) => state === 'open')
    .map(({ author, path, line, text, severity }) => ({
      said: { path, line, text, severity },
      place: { agent: author },
    }))

/** The same words of the same reviewer about the same line: once is enough until somebody answers. */
const isRepeated = ({ said, place }: Remark, others: readonly Remark[]): boolean =>
  others.some(
    (one) =>
      one.place.agent === place.agent &&
      one.said.path === said.path &&
      one.said.line === said.line &&
      one.said.text === said.text,
  )

/** A reviewer may leave out the folders, if only one changed file has this name. */
function pathMeant(files: readonly FilePatch[], written: string): string {
  const path = written.replace(/^(?:\.\/)+/u, '')
  const known = new Set(files.map((file) => file.path))
  const [only, ...others] = [...known].filter((each) => each.endsWith(`/${path}`))
  return !known.has(path) && only !== undefined && others.length === 0 ? only : path
}

/** The comments on lines in a review. */
export const remarksIn = (session: Session, text: string, place: EventPlace, patch: string): readonly Fact[] =>
  lineRemarks(
    session,
    lineCommentsIn(text).map((said) => ({ said, place })),
    patch,
  )
