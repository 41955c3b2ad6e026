import { countText } from '../text/amounts.ts'
import { spelledLine } from '../text/clean.ts'
import type { CommandLine } from '../tool/tool.ts'
import { textOfPattern } from './judge.ts'

type AskTargets = {
  readonly resource: string
  readonly command?: CommandLine | undefined
  readonly also?: readonly string[] | undefined
}

/**
 * Everything that allowing a call once lets it do: the command as written, or every target. The ask's own `resource` is
 * only the part that its rule matched.
 */
export function wantedText({ resource, command, also = [] }: AskTargets): string {
  const targets = also.map((grant) => textOfPattern(grant.slice(grant.indexOf(':') + 1)))
  return command?.line ?? [...new Set([resource, ...targets])].join(', ')
}

/** `bash git push`, as one line with nothing hidden. */
export const askLine = (ask: AskTargets & { readonly tool: string }): string =>
  spelledLine(`${ask.tool} ${wantedText(ask)}`)

/** Every rule that a lasting answer grants. A pattern that the user edited grants only itself. */
export const grantsOf = (
  { proposed, also = [] }: { readonly proposed: string; readonly also?: readonly string[] | undefined },
  pattern = proposed,
): readonly string[] => (pattern === proposed ? [pattern, ...also] : [pattern])

/** Part of a text to judge: as written, or how much is left out in its place. */
export type WantedPart = { readonly kind: 'text' | 'gap'; readonly text: string }

const HEAD = { lines: 6, characters: 400 }
const TAIL = { lines: 4, characters: 300 }
/** A run of blanks that could push what follows out of sight. */
const BLANKS = /(?:[^\S\n]*\n){3,}|[^\S\n]{24,}/u

/**
 * A text to judge so that its end is always in view: blank stretches, and the middle of a long one, are replaced with
 * what they are and how much.
 */
export function wantedParts(text: string): readonly WantedPart[] {
  const parts = text.split(new RegExp(`(${BLANKS.source})`, 'u')).map(withoutBlanks)
  const filled = parts.filter((part) => part.text !== '')
  const length = filled.reduce((sum, part) => sum + part.text.length, 0)
  const lines = filled.reduce((sum, part) => sum + part.text.split('\n').length, 0)
  if (length <= HEAD.characters + TAIL.characters && lines <= HEAD.lines + TAIL.lines) return filled
  return cutInTheMiddle(filled)
}

/** Every second part is a run of blanks. */
function withoutBlanks(text: string, index: number): WantedPart {
  if (index % 2 === 0) return { kind: 'text', text }
  const breaks = text.split('\n').length - 1
  return { kind: 'gap', text: breaks > 0 ? countText(breaks - 1, 'blank line') : countText(text.length, 'space') }
}

function cutInTheMiddle(parts: readonly WantedPart[]): readonly WantedPart[] {
  const head = taken(parts, HEAD, 'start')
  const tail = taken(parts.toReversed(), TAIL, 'end').toReversed()
  return [
    ...head,
    { kind: 'gap', text: countText(lengthOf(parts) - lengthOf([...head, ...tail]), 'character') },
    ...tail,
  ]
}

const lengthOf = (parts: readonly WantedPart[]): number =>
  parts.reduce((sum, { kind, text }) => sum + (kind === 'text' ? text.length : 0), 0)

type Size = typeof HEAD
type End = 'start' | 'end'

/** The first or the last parts, up to this size. */
function taken(parts: readonly WantedPart[], { lines, characters }: Size, end: End): WantedPart[] {
  const found: WantedPart[] = []
  let [room, rows] = [characters, lines]
  for (const part of parts) {
    if (room <= 0 || rows <= 0) break
    const text = part.kind === 'gap' ? part.text : cutTo(part.text, { lines: rows, characters: room }, end)
    found.push({ ...part, text })
    room -= text.length
    rows -= text.split('\n').length
    if (text !== part.text) break
  }
  return found
}

function cutTo(text: string, { lines, characters }: Size, end: End): string {
  const all = text.split('\n')
  const kept = (end === 'start' ? all.slice(0, lines) : all.slice(-lines)).join('\n')
  return end === 'start' ? kept.slice(0, characters) : kept.slice(-characters)
}
