import type { FilePatch, Hunk } from '@convene/domain'

/** A hunk with its name. */
export type NamedHunk = Hunk & { readonly id: string; readonly kind: 'lines' | 'file' }

/**
 * Names a file's hunks by what they change: the same lines have the same name, wherever they are and whatever else
 * changes. What is around them distinguishes equal hunks of a file, then their order.
 */
export function namedHunks(file: FilePatch): readonly NamedHunk[] {
  const hunks = [...wholeFile(file), ...file.hunks.map((hunk) => ({ ...hunk, kind: 'lines' as const }))]
  const names = disambiguated(
    hunks.map((hunk) => [changeIn(file, hunk), hunk.lines.join('\n')]),
    file.path,
  )
  return hunks.map((hunk, index) => ({ ...hunk, id: names[index] ?? '' }))
}

type Kinded = Hunk & { readonly kind: 'lines' | 'file' }

/** What git says of a file without lines: another mode, binary content, an empty file. */
function wholeFile({ modes, isBinary, hunks, status }: FilePatch): readonly Kinded[] {
  const isWhole = hunks.length === 0 || (modes !== null && status === 'modified')
  if (!isWhole) return []
  const section = isBinary ? 'binary' : modes ? `mode ${modes.old} to ${modes.new}` : status
  return [{ kind: 'file', oldStart: 0, oldLines: 0, newStart: 0, newLines: 0, section, lines: [] }]
}

function changeIn({ path, modes }: FilePatch, { kind, lines }: Kinded): string {
  const changed = lines.filter((line) => line.startsWith('+') || line.startsWith('-'))
  return [path, kind, kind === 'file' ? `${modes?.old} ${modes?.new}` : '', ...changed].join('\n')
}

function disambiguated(texts: readonly (readonly [string, string])[], path: string): readonly string[] {
  const short = texts.map(([change]) => hashOf(change))
  const long = texts.map(([change, around], index) =>
    isAlone(short, index) ? (short[index] ?? '') : hashOf(`${change}\0${around}\0${path}`),
  )
  return long.map((name, index) => {
    const before = long.slice(0, index).filter((other) => other === name).length
    return `h${name}${before === 0 ? '' : `-${before + 1}`}`
  })
}

const isAlone = (names: readonly string[], at: number): boolean =>
  names.every((name, index) => index === at || name !== names[at])

const START = [0xdeadbeef, 0x41c6ce57] as const
const LETTERS = 36

/** A hash of 53 bits, enough to tell the hunks of one build apart. It guards nothing. */
function hashOf(text: string): string {
  let [one, two]: [number, number] = [...START]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(LETTERS).padStart(11, '0')
}
