import { cleanLine, type Result, refuse } from '@convene/domain'
import { type BuildReview, piecesOf } from '@convene/reading'

/** The pieces that words name: their numbers in the list, their ids, or a whole file. Undefined: all of them. */
export function partsNamed(review: BuildReview, words: readonly string[]): Result<readonly string[] | undefined> {
  if (words.length === 0) return { ok: true, value: undefined }
  const pieces = piecesOf(review.files)
  const named: string[] = []
  for (const word of words) {
    const found = pieces.filter(
      ({ at, file, hunk }) =>
        word === `${at + 1}` || word === hunk.id || word === file.path || word === cleanLine(file.path),
    )
    if (found.length === 0)
      return refuse(
        'unknown_hunk',
        `Nothing here is called "${cleanLine(word)}". Name a number from the list or a file.`,
      )
    named.push(...found.map(({ hunk }) => hunk.id))
  }
  return { ok: true, value: [...new Set(named)] }
}

/** `src/list.js:12`, and `src/list.js:-12` for a line as it was before. */
export function lineNamed(word: string): Result<{ path: string; side: 'old' | 'new'; line: number }> {
  const [, path = '', sign, number = ''] = /^(.+):(-?)(\d{1,9})$/su.exec(word) ?? []
  const line = Number(number)
  if (path === '' || line < 1)
    return refuse(
      'bad_line',
      `"${cleanLine(word)}" is not a line. Write it as src/list.js:12, or :-12 for a removed line.`,
    )
  return { ok: true, value: { path, side: sign === '-' ? 'old' : 'new', line } }
}
