import { commandKindOf } from './command-kind.ts'
import type { Deed } from './deed.ts'
import { filesOf } from './line-files.ts'
import { NOWHERE, placeInside, segmentPlaces } from './line-shape.ts'
import { type ActingPart, type LineEnd, provenRuns } from './runs-of.ts'
import { readShellLine, type ShellSegment } from './shell-line.ts'
import { bareWords } from './wrappers.ts'

export type LineDeed = Pick<
  Deed,
  | 'runs'
  | 'read'
  | 'near'
  | 'wrote'
  | 'removed'
  | 'url'
  | 'changes'
  | 'isBroad'
  | 'opaque'
  | 'folder'
  | 'elsewhere'
  | 'fakes'
>

const DEEPEST = 4

/** What a command line did, from what it says, how it ended and what it printed. `inside`: folders of the workspace. */
export function readCommandLine(line: string, end: LineEnd, inside: readonly string[] = []): LineDeed {
  const parts = partsOf(line, DEEPEST)
  const isFaked = fakesIn(line)
  const runs = provenRuns(parts, end, isFaked)
  const isOpaque = parts.some(({ kind }) => kind === 'opaque') && !(isFaked && parts.length === 1)
  const { folder, elsewhere } = folderOf(parts, inside)
  const files = filesOf(parts, end)
  return {
    ...(runs.length > 0 && { runs }),
    ...(isOpaque && { opaque: true }),
    ...(folder !== undefined && { folder }),
    ...(elsewhere && { elsewhere }),
    ...files,
    ...(isFaked && { fakes: true }),
  }
}

/** Every program of a line with its arguments, also of lines inside it. */
export const programsOf = (line: string): readonly (readonly string[])[] =>
  partsOf(line, DEEPEST).map(({ words }) => words)

function partsOf(line: string, depth: number): readonly ActingPart[] {
  const read = readShellLine(line)
  const places = segmentPlaces(read)
  const own = read.segments.flatMap((segment, index): readonly ActingPart[] => {
    const words = bareWords(segment.words)
    const kind = commandKindOf(words)
    const place = places[index] ?? NOWHERE
    if (kind !== 'shell') return [{ segment, kind, words, ...place }]
    const inner = innerLine(words, segment)
    if (inner === undefined || depth === 0) return [{ segment, kind: 'opaque', words, ...place }]
    return partsOf(inner, depth - 1).map((part) => ({ ...part, ...placeInside(place, part) }))
  })
  const substituted = depth === 0 ? [] : read.inner.flatMap((inner) => partsOf(inner, depth - 1))
  return [...own, ...substituted.map((part) => ({ ...part, ...NOWHERE }))]
}

/** The line that a shell is given. */
function innerLine(words: readonly string[], { input }: ShellSegment): string | undefined {
  const [first, ...rest] = words
  if (first === 'eval') return rest.join(' ')
  const flag = rest.findIndex((word) => /^-\w*c$/u.test(word))
  if (flag >= 0) return rest[flag + 1]
  return rest.every((word) => word.startsWith('-')) ? input : undefined
}

function folderOf(parts: readonly ActingPart[], inside: readonly string[]): { folder?: string; elsewhere?: boolean } {
  const into = parts.find(({ words }) => ['cd', 'pushd'].includes(words[0] ?? ''))?.words[1]
  const named = parts
    .flatMap(({ words }) =>
      words.map((word, at) => (/^(?:--prefix|--cwd|-C|--root|--rootdir)$/u.test(word) ? words[at + 1] : undefined)),
    )
    .find((word) => word !== undefined && /^[./~]|^\w/u.test(word))
  const folder = into ?? named
  if (folder === undefined) return {}
  return { folder, ...(isElsewhere(folder, inside) && { elsewhere: true }) }
}

/** Whether a folder is certainly none of these. */
export function isElsewhere(folder: string, inside: readonly string[]): boolean {
  if (
    /^\/(?:tmp|var\/tmp)(?:\/|$)/u.test(folder) ||
    /^(?:~|\$HOME)(?:\/|$)/u.test(folder) ||
    /^\.\.(?:\/|$)/u.test(folder)
  ) {
    const [root = ''] = inside
    if (folder.startsWith('..')) return root !== '' && !isUnder(resolved(root, folder), root)
    return !inside.some((one) => isUnder(folder, one))
  }
  return folder.startsWith('/') && inside.length > 0 && !inside.some((root) => isUnder(folder, root))
}

/** `../app` from `/srv/app` is `/srv/app`. */
function resolved(root: string, folder: string): string {
  const parts = root.split('/')
  for (const part of folder.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const isUnder = (folder: string, root: string): boolean =>
  root !== '' && (folder === root || folder.startsWith(`${root}/`))

const FAKE =
  /(?:echo|printf|print|puts|console\.log|say|write(?:ln|Line)?)\b[^\n]{0,40}?["'`][^"'`\n]{0,80}\b\d{1,6} (?:tests? )?(?:pass(?:ed|ing)?|ok|total)\b|(?:echo|printf)\s[^\n"';|&]{0,60}\b\d{1,6} (?:tests? )?(?:passed|passing)\b/iu

/** Whether a text prints the number of passed tests instead of counting them. */
export const fakesIn = (text: string): boolean => FAKE.test(text.slice(0, 20_000))
