import type { Event, EventOf } from '@convene/domain'
import { bandOf } from './bands.ts'
import type { Body, Entry, EntryOf, Level, Pictures, View } from './view.ts'

type Where = { readonly key?: string; readonly agent?: string; readonly level: Level }

/** Appends what an event shows. The key is the event's own, unless something later will change the entry. */
export function addEntry(view: View, event: Event, body: Body, where: Where): void {
  const key = where.key ?? `${body.kind}:${event.seq}`
  if (view.entries.has(key)) return
  const entry = {
    ...body,
    key,
    seq: event.seq,
    at: event.at,
    band: bandOf(view, event),
    agent: where.agent ?? event.agent ?? '',
    task: event.task ?? '',
    level: where.level,
  } as Entry
  view.entries.set(key, entry)
  view.order.push(key)
  view.isReordered = true
}

/** The number of an event whose texts were shortened on the way here. */
export const cutAt = (event: Event & { readonly cut?: true }): number | null => (event.cut ? event.seq : null)

/** The pictures that an event names. */
export const picturesOf = ({ seq, data }: EventOf<'message' | 'tool.finished'>): Pictures | null =>
  data.images?.length ? { seq, images: data.images } : null

/** Changes an entry in place; one of another kind, or none, is left alone. */
export function replaceEntry<K extends Entry['kind']>(
  view: View,
  key: string,
  kind: K,
  change: (entry: EntryOf<K>) => EntryOf<K>,
): boolean {
  const entry = view.entries.get(key)
  if (entry?.kind !== kind) return false
  const next = change(entry as EntryOf<K>) as Entry
  view.entries.set(key, next)
  if (next.level !== entry.level) view.isReordered = true
  return true
}

/** Takes an entry away that turned out to show nothing. It is among the newest: the search begins there. */
export function removeEntry(view: View, key: string): void {
  if (!view.entries.delete(key)) return
  view.order.splice(view.order.lastIndexOf(key), 1)
  view.isReordered = true
}

/** Nothing is under way any more: what was live is cut. */
export function closeLive(view: View): void {
  for (const [effect, { text }] of view.live) {
    const key = `say:${effect}`
    if (text === '') removeEntry(view, key)
    else replaceEntry(view, key, 'said', (entry) => ({ ...entry, stage: 'cut', text, incomplete: true }))
  }
  view.live.clear()
}
