import { vendorOf } from '@convene/domain'
import type { Output } from '@convene/protocol'

type Models = Pick<Output<'models'>, 'default' | 'servers' | 'providers'>

/** A catalogue lists hundreds for some providers, the usual ones first. Others can be typed under *More options*. */
const MOST_OF_ONE = 12

const isReal = (model: string): boolean => model !== '' && !model.startsWith('rehearsal/')

/** Every model that would answer now, the default first. */
export function modelsThatAnswer({ default: usual, servers, providers }: Models): readonly string[] {
  const local = servers.flatMap(({ models }) => models)
  const keyed = providers
    .filter(({ configured }) => configured)
    .flatMap(({ models }) => models.slice(0, MOST_OF_ONE).map(({ name }) => name))
  return [...new Set([usual.model, ...local, ...keyed])].filter(isReal)
}

/** The same models, one per vendor before any vendor comes twice. */
export function byVendor(models: readonly string[]): readonly string[] {
  const turns = new Map<string, number>()
  const placed = models.map((model) => {
    const turn = turns.get(vendorOf(model)) ?? 0
    turns.set(vendorOf(model), turn + 1)
    return { model, turn }
  })
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ model }) => model)
}
