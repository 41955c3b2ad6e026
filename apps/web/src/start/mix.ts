import { isUser, vendorOf } from '@convene/domain'
import { byVendor } from '../settings/models/connected.ts'
import { workersIn } from './seated.ts'

export type ModelBySeat = { readonly [slug: string]: string }

/** A different model for each seat, as far as there are any. Null if there is only one. */
export function mixedOver(seats: Parameters<typeof workersIn>[0], models: readonly string[]): ModelBySeat | null {
  // A coding agent in every second seat is nobody's idea of a quick vote. Its chip offers it.
  const order = byVendor(models.filter((model) => !model.startsWith('acp/')))
  const vendors = new Set(order.map(vendorOf)).size
  // Further models of a vendor that has a seat add less than another vendor's first.
  const used = vendors > 1 ? order.slice(0, vendors) : order
  if (used.length < 2) return null
  const workers = workersIn(seats).filter((seat) => !isUser(seat))
  return Object.fromEntries(workers.map(({ slug }, place) => [slug, used[place % used.length] ?? '']))
}
