import type { Resource } from '@convene/domain'
import { hunksBetween } from '../diff/hunks.ts'
import { sizeOf, unifiedDiff } from '../diff/unified-diff.ts'
import type { ResolvedPath } from '../path/resolve-path.ts'
import { holdsSecrets, whySensitive } from '../path/sensitive.ts'
import { targetOf, touching } from '../path/touch.ts'
import type { ToolChange } from './change.ts'

const MAX_LINES = 400
const MAX_FILES = 20
const MAX_PREVIEWS = 200_000

/** A change with its diff: what the user is shown, what is stored, and how large it is. */
export type DiffedChange = {
  readonly change: ToolChange
  readonly diff: string
  readonly removed: number
  readonly added: number
}

/** Compares both sides of each change. */
export const diffChanges = (changes: readonly ToolChange[]): readonly DiffedChange[] =>
  changes.map((change) => {
    const { before, after, place, mode } = change
    const sides = { before: before?.text, after, mode: mode ?? before?.mode ?? 0o644 }
    const size = sizeOf(hunksBetween(before?.text ?? '', after ?? ''))
    return { change, diff: unifiedDiff(targetOf(place), sides), ...size }
  })

/** What the rules judge for a set of changes, with the resulting diff. */
export function editing(weighed: readonly DiffedChange[]): readonly Resource[] {
  const large = whyLarge(weighed)
  let room = MAX_PREVIEWS
  return weighed.flatMap(({ change, diff }) => {
    const shown = holdsSecrets(targetOf(change.place)) ? withoutSecrets(diff) : diff
    const preview = cut(shown, room)
    room -= preview.length
    const why = whyAsked(change.place, change.before?.links) ?? large
    return touchingEdit(change.place, { ...(why && { escalate: why }), preview })
  })
}

/** What the rules judge if the change itself would currently fail. */
export const editingBlindly = (places: readonly ResolvedPath[], note: string): readonly Resource[] =>
  places.flatMap((place) => {
    const why = whyAsked(place, undefined)
    return touchingEdit(place, { ...(why && { escalate: why }), note: `It would currently fail: ${note}` })
  })

/** Why a change does not fit. If the file may hold keys, its content is not revealed to someone who has not read it. */
export const whyUnfit = (places: readonly ResolvedPath[], message: string): string =>
  places.some((place) => holdsSecrets(targetOf(place))) ? "The change does not match the file's content." : message

/** Previews are stored in the log, and nobody has allowed reading the file, so only additions are shown. */
function withoutSecrets(diff: string): string {
  const body = diff.indexOf('\n@@')
  return body < 0 ? diff : diff.slice(0, body) + diff.slice(body).replace(/^([- ])[^\n]*/gm, '$1[not shown]')
}

function touchingEdit(place: ResolvedPath, more: Partial<Resource>): readonly Resource[] {
  const [own, ...rest] = touching('edit', place)
  return own ? [{ ...own, ...more }, ...rest] : rest
}

function whyAsked(place: ResolvedPath, links: number | undefined): string | undefined {
  const sensitive = whySensitive(targetOf(place))
  if (sensitive !== undefined) return sensitive
  return (links ?? 1) > 1 ? `${targetOf(place)} has several hard links and changes under all of them` : undefined
}

function whyLarge(weighed: readonly DiffedChange[]): string | undefined {
  const lines = weighed.reduce((sum, { removed, added }) => sum + removed + added, 0)
  if (weighed.length > MAX_FILES) return `the change touches ${weighed.length} files`
  return lines > MAX_LINES ? `the change is ${lines} lines long` : undefined
}

const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, Math.max(0, room))}\n[cut: ${text.length} characters in all]`
