import type { Run } from '@convene/domain'
import type { EntryOf, View } from '../view/view.ts'

/** The key of the newest ending, if any. */
export const lastEnding = ({ order, entries }: View): string | undefined =>
  order.findLast((key) => entries.get(key)?.kind === 'ending')

/**
 * The earlier run that an ending belongs to, or null for the newest: endings are in the order of the runs. Reads the whole
 * order, so it is not for every event.
 */
export function pastRunOf({ order, entries }: View, past: View['past'], key: string): Run | null {
  const place = order.filter((each) => entries.get(each)?.kind === 'ending').indexOf(key)
  return past[place] ?? null
}

/** An error, and how often it was reported. */
export type CountedError = { readonly text: string; readonly count: number }

/** The newest error of the run that ended here, counted across agents: with the same model they fail the same way. */
export function errorIn({ order, entries }: View, ending: EntryOf<'ending'>): CountedError | null {
  const texts: string[] = []
  for (let index = order.lastIndexOf(ending.key) - 1; index >= 0; index -= 1) {
    const entry = entries.get(order[index] ?? '')
    if (entry?.kind === 'opening') break
    if (entry?.kind === 'notice' && entry.tone === 'bad') texts.push(withoutName(entry))
  }
  const [text] = texts
  return text === undefined ? null : { text, count: texts.filter((each) => each === text).length }
}

/** The error without the name of the agent that ran into it. */
const withoutName = ({ agent, text }: EntryOf<'notice'>): string =>
  agent === '' ? text : text.replace(/^[^:]{1,60}: /u, '')
