import type { SquadOptions } from '@convene/library'
import { type ModelCatalog, modelCatalog } from '@convene/models'
import { modelConfiguration } from '../models/refreshed-models.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'

/** How Squad files are read here: how much of a charter, and which models its names refer to. */
export async function squadOptions(
  program: Pick<Program, 'home' | 'settings' | 'withStandIns'>,
): Promise<SquadOptions> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  let catalog: ModelCatalog | undefined
  return {
    charter: settings.squad.maxCharter,
    modelFor: (written) => {
      catalog ??= modelCatalog(modelConfiguration(program, settings), environment)
      return modelFor(catalog, written)
    },
  }
}

/** The available model with this name: the full name, or the part after the provider. */
export function modelFor(catalog: ModelCatalog, written: string): string | undefined {
  if (written.includes('/') && refuseModel(catalog, written) === undefined) return written
  const wanted = plain(written)
  const usable = catalog.providers.filter(({ configured }) => configured).flatMap(({ models }) => models)
  return usable.map(({ name }) => name).find((name) => plain(name.slice(name.indexOf('/') + 1)) === wanted)
}

/** `claude-opus-4.6` and `claude-opus-4-6` are the same model. */
const plain = (name: string): string => name.toLowerCase().replaceAll('.', '-')
