import { readPatch } from '@convene/domain'
import { namedHunks } from '@convene/reading'
import type { Chosen } from '@convene/tools'

/**
 * Which parts of a patch have a name that is wanted. A file that became something else, such as a link, is a deletion
 * and an addition: one without the other would be half of it.
 */
export function chosenIn(patch: string, isWanted: (hunk: string) => boolean): Chosen {
  const files = readPatch(patch).map((file) => ({ path: file.path, hunks: namedHunks(file) }))
  const wanted = files.map(({ hunks }) => hunks.some(({ id }) => isWanted(id)))
  return files.map(({ path, hunks }, at) => {
    const twin = files.findIndex((other, index) => index !== at && other.path === path)
    const isAll = twin !== -1 && (wanted[at] || wanted[twin])
    const lines = hunks.filter(({ kind }) => kind === 'lines')
    const isTaken = ({ id }: { readonly id: string }) => isAll || isWanted(id)
    return {
      isWhole: hunks.some((hunk) => hunk.kind === 'file' && isTaken(hunk)),
      hunks: new Set(lines.flatMap((hunk, index) => (isTaken(hunk) ? [index] : []))),
    }
  })
}
