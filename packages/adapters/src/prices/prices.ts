import type { Price } from '@convene/domain'
import table from './prices.json' with { type: 'json' }

/** What is known of a model. Absent is unknown, and unknown is never 0. */
export type KnownModel = { readonly price: Price | null; readonly context: number | null; readonly note?: string }

type Row = Price & { readonly context?: number; readonly note?: string }

const rows: Readonly<Record<string, Row>> = table.models

/** The day on which the table was last compared with the providers' price lists. */
export const pricesDate: string = table.date

/** The models of one provider that the table knows, in its order: the newest and largest first. */
export const knownModels = (provider: string): readonly string[] =>
  Object.keys(rows).filter((name) => name.startsWith(`${provider}/`))

/** What the table says of a model. A dated release costs what its family costs. */
export function knownModel(name: string): KnownModel {
  const row = rowOf(name) ?? rowOf(name.replace(/-(\d{8}|\d{4}-\d{2}-\d{2})$/, ''))
  if (!row) return { price: null, context: null }
  const { context = null, note, ...price } = row
  return { price, context, ...(note ? { note } : {}) }
}

const rowOf = (name: string): Row | undefined => (Object.hasOwn(rows, name) ? rows[name] : undefined)
