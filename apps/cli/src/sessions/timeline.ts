import type { Event } from '@convene/domain'
import { type TimelineEntry, type TimelineFilter, timelineOf } from '@convene/reading'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'
import { printNote, printTable } from '../terminal/print.ts'

/** `convene sessions show --timeline`: one event per line, filtered by the options. */
export function printTimeline(program: CliProgram, input: Input, events: readonly Event[]): number {
  const [since, until] = ['since', 'until'].map((name, index) => {
    const written = input.text(name)
    return agoOf(written, program.now()) ?? momentOf(events, written, index * 59_999)
  })
  const unreadable = Number.isNaN(since) ? input.text('since') : Number.isNaN(until) ? input.text('until') : undefined
  if (unreadable !== undefined) return program.refuse(badTime(unreadable))
  const [agent, step] = [input.text('agent'), input.text('step')]
  const filter: TimelineFilter = {
    ...(agent !== undefined && { agent }),
    ...(step !== undefined && { step }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    all: input.flag('all'),
  }
  const entries = timelineOf(events, filter)
  if (entries.length === 0) printNote(program, 'No matching events.')
  return printTable(program, { titles: ['seq', 'time', 'type', 'who', 'step', 'what'], rows: entries.map(rowOf) })
}

const rowOf = ({ seq, at, type, agent, step, text }: TimelineEntry): readonly string[] => [
  `${seq}`,
  new Date(at).toISOString().slice(11, 23),
  type,
  agent,
  step,
  text,
]

const UNITS: { readonly [unit: string]: number } = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** `1h`, `90m` or `2d` ago. */
function agoOf(written: string | undefined, now: number): number | undefined {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*(s|m|min|h|d)$/iu.exec(written?.trim() ?? '') ?? []
  return amount === undefined ? undefined : now - Number(amount) * (UNITS[unit.toLowerCase()] ?? 0)
}

/** A full date, or a time on the day the session started. NaN if it is neither. `14:05` covers the whole minute. */
function momentOf(events: readonly Event[], written: string | undefined, minute = 0): number | undefined {
  if (written === undefined) return undefined
  const clock = /^(\d{1,2}):(\d{2})(:\d{2}(?:\.\d{1,3})?)?$/.exec(written)
  if (!clock) return Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$|^\d{4}-\d{2}-\d{2}$/.test(written) ? written : `${written}Z`)
  const day = new Date(events[0]?.at ?? 0).toISOString().slice(0, 10)
  const [, hours = '', minutes = '', seconds] = clock
  return Date.parse(`${day}T${hours.padStart(2, '0')}:${minutes}${seconds ?? ':00'}Z`) + (seconds ? 0 : minute)
}

const badTime = (written: string) => ({
  code: 'bad_time',
  message: `Invalid time "${written}". Write it as 14:05, 14:05:30, 2026-01-02T14:05:00Z or 1h.`,
})
