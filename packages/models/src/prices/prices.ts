import type { Price } from '@convene/domain'
import table from './prices.json' with { type: 'json' }

/**
 * What is known about a model. Absent means unknown, and unknown is never 0. `unverified`: the price was not checked at
 * its source.
 */
export type KnownModel = {
  readonly price: Price | null
  readonly context: number | null
  readonly note?: string
  readonly unverified?: boolean
}

type Row = Price & {
  readonly context?: number
  readonly unverified?: boolean
  /** Announced prices, with the day they apply from. */
  readonly later?: readonly (Price & { readonly from: string })[]
}

const rows: Readonly<Record<string, Row>> = table.models

/** The day the table was last compared with the providers' price lists. */
export const pricesDate: string = table.date

/** The models of one provider in the table, in its order: newest and largest first. */
export const knownModels = (provider: string): readonly string[] =>
  Object.keys(rows).filter((name) => name.startsWith(`${provider}/`))

/** The table's entry for a model on a day. A dated release costs the same as its family. */
export function knownModel(name: string, day = new Date().toISOString().slice(0, 10)): KnownModel {
  const row = rowOf(name) ?? rowOf(name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ''))
  if (!row) return { price: null, context: null }
  const { context = null, unverified, later = [], ...usual } = row
  const changed = later.filter(({ from }) => from <= day).at(-1)
  const price = changed ? withoutDay(changed) : usual
  const note = noteOn(price, changed ? undefined : later[0])
  return { price, context, ...(note ? { note } : {}), ...(unverified ? { unverified } : {}) }
}

const withoutDay = ({ from: _day, ...price }: Price & { readonly from: string }): Price => price

/** What a single price leaves out. */
function noteOn({ tiers = [] }: Price, next: (Price & { readonly from: string }) | undefined): string {
  const sizes = tiers.map(
    ({ over, ...rates }) => `prompts over ${over.toLocaleString('en-US')} tokens: ${spell(rates)}`,
  )
  return [...sizes, ...(next ? [`from ${next.from}: ${spell(next)}`] : [])].join('; ')
}

const spell = ({ input, cached, output }: Price): string =>
  [input, ...(cached === undefined ? [] : [cached]), output].join(' / ')

const rowOf = (name: string): Row | undefined => (Object.hasOwn(rows, name) ? rows[name] : undefined)
