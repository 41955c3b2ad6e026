import { type Event, type EventOf, readPatch } from '@convene/domain'
import { unseenClaimsIn } from '../story/claim-marks.ts'
import type { Maker } from './build-review.ts'
import type { NamedHunk } from './hunk-ids.ts'

type Made = { readonly path: string; readonly lines: ReadonlySet<string>; readonly maker: Maker }

/**
 * Says who made a hunk: everybody whose changes to the file have one of its lines, or else the last one to change the
 * file. Their reports say why.
 */
export function makersIn(events: readonly Event[]): (path: string, hunk: NamedHunk) => readonly Maker[] {
  const reports = reportsIn(events)
  const made = events.flatMap((event) => (isDiff(event) ? madeBy(event, reports) : []))
  return (path, { lines }) => {
    const own = made.filter((one) => one.path === path)
    const telling = lines.filter((line) => /^[+-].*\S/u.test(line))
    const those = own.filter((one) => telling.some((line) => one.lines.has(line)))
    return distinct((those.length > 0 ? those : own.slice(-1)).map(({ maker }) => maker))
  }
}

const isDiff = (event: Event): event is EventOf<'artifact'> =>
  event.type === 'artifact' && event.data.kind === 'diff' && event.data.path !== undefined

/** The newest report of each step's owner, by step and agent. */
function reportsIn(events: readonly Event[]): ReadonlyMap<string, EventOf<'message'>> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'message' && event.data.kind === 'report' && event.step !== undefined
        ? [[keyOf(event.step, event.data.author), event] as const]
        : [],
    ),
  )
}

const keyOf = (step: string | undefined, agent: string): string => `${step ?? ''} ${agent}`

function madeBy(
  { data, agent = '', step }: EventOf<'artifact'>,
  reports: ReadonlyMap<string, EventOf<'message'>>,
): readonly Made[] {
  const report = reports.get(keyOf(step, agent))
  const reason = firstLine(report?.data.text ?? '')
  const unseenClaims = unseenClaimsIn(reason, report?.data.claims)
  const maker = { step: step ?? null, agent, message: report?.id ?? null, reason, unseenClaims }
  const lines = readPatch(data.text ?? '').flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))
  return [{ path: data.path ?? '', lines: new Set(lines), maker }]
}

const MOST_REASON = 160

const firstLine = (text: string): string => (text.trim().split('\n')[0] ?? '').slice(0, MOST_REASON)

const distinct = (makers: readonly Maker[]): readonly Maker[] => [
  ...new Map(makers.map((maker) => [keyOf(maker.step ?? undefined, maker.agent), maker])).values(),
]
