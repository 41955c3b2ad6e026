import { readFileSync } from 'node:fs'
import { numberText, type Price } from '@convene/domain'
import additions from './additions.json' with { type: 'json' }
import { alsoListedAs, corrected } from './corrections.ts'
import type { Effort } from './effort.ts'
import { listedNames } from './family.ts'
import type { Catalogue, CatalogueRow } from './row.ts'

/** What a catalogue says about a model, and which one. `note` says when its price changes or depends on the prompt. */
export type KnownModel = CatalogueRow & { readonly from?: string; readonly note?: string }

type Later = Price & { readonly from: string }
type ShippedRow = Omit<CatalogueRow, 'reasoning'> & { readonly reasoning?: string; readonly later?: readonly Later[] }

type Shipped = { readonly date: string; readonly models: Readonly<Record<string, ShippedRow>> }

let read: Shipped | undefined

/** Parsed on first use: doing so at start-up would slow down every command. */
function shipped(): Shipped {
  read ??= JSON.parse(readFileSync(new URL('./catalogue.json', import.meta.url), 'utf8')) as Shipped
  return read
}

const own: Readonly<Record<string, ShippedRow>> = additions

/** The date of the catalogue in use: the user's refreshed one, unless a newer one has been shipped since. */
export const catalogueDate = (refreshed?: Catalogue): string => newer(refreshed)?.date ?? shipped().date

/** The models of one provider, by name. */
export function knownModels(provider: string, refreshed?: Catalogue): readonly string[] {
  const all = [...Object.keys(newer(refreshed)?.models ?? {}), ...Object.keys(shipped().models), ...Object.keys(own)]
  return [...new Set(all.filter((name) => name.startsWith(`${provider}/`)))].sort()
}

/** What is known about a model on a given day, under its own name or its family's. */
export function knownModel(name: string, refreshed?: Catalogue, day = today()): KnownModel {
  const known = listed(name, refreshed, day)
  const other = alsoListedAs(name)
  const { reasoning, structured } = other && known.from ? listed(other, refreshed, day) : ({} as CatalogueRow)
  return corrected(name, {
    ...known,
    ...(known.reasoning && reasoning && { reasoning }),
    ...(structured !== undefined && { structured }),
  })
}

function listed(name: string, refreshed: Catalogue | undefined, day: string): KnownModel {
  const names = listedNames(name)
  const fresh = newer(refreshed)
  const row = fresh && find(fresh.models, names)
  if (row) return { ...row, from: `catalogue of ${fresh.date}`, ...noted(row.price) }
  const said = { ...find(shipped().models, names), ...find(own, names) }
  if (Object.keys(said).length === 0) return {}
  const { later = [], reasoning, ...rest } = said
  const changed = later.filter(({ from }) => from <= day).at(-1)
  const price = changed ? withoutDay(changed) : rest.price
  return {
    ...rest,
    ...(price && { price }),
    ...(reasoning !== undefined && { reasoning: reasoning.split(' ').filter(Boolean) as Effort[] }),
    from: `catalogue of ${shipped().date}`,
    ...noted(price, changed ? undefined : later[0]),
  }
}

const newer = (refreshed: Catalogue | undefined): Catalogue | undefined =>
  refreshed && refreshed.date >= shipped().date ? refreshed : undefined

function find<R>(rows: Readonly<Record<string, R>>, names: readonly string[]): R | undefined {
  const listed = names.find((name) => Object.hasOwn(rows, name))
  return listed === undefined ? undefined : rows[listed]
}

const today = (): string => new Date().toISOString().slice(0, 10)

const withoutDay = ({ from: _day, ...price }: Later): Price => price

/** What a single price does not show. */
function noted(price: Price | undefined, next?: Later): { readonly note?: string } {
  const sizes = (price?.tiers ?? []).map(
    ({ over, ...rates }) => `prompts over ${numberText(over)} tokens: ${spell(rates)}`,
  )
  const note = [...sizes, ...(next ? [`from ${next.from}: ${spell(next)}`] : [])].join('; ')
  return note ? { note } : {}
}

const spell = ({ input, cached, output }: Price): string =>
  [input, ...(cached === undefined ? [] : [cached]), output].join(' / ')
