import { type Result, refuse } from '@convene/domain'
import type { TeamFormat, TeamFormatOptions, TeamReading } from '@convene/library'
import { type ModelCatalog, modelCatalog } from '@convene/models'
import { findCodingAgents } from '../models/coding-agents.ts'
import { modelConfiguration } from '../models/refreshed-models.ts'
import { refuseModel } from '../models/refuse-model.ts'
import type { Program } from '../program.ts'

type Reading = Pick<Program, 'home' | 'settings' | 'environment' | 'extensions' | 'withStandIns'>

/** How Squad files are read here: how much of a charter, and which models its names refer to. */
export async function squadOptions(program: Reading): Promise<TeamFormatOptions> {
  const { settings } = await program.settings()
  const environment = await program.withStandIns()
  const agents = await findCodingAgents(program)
  let catalog: ModelCatalog | undefined
  return {
    charter: settings.squad.maxCharter,
    modelFor: (written) => {
      catalog ??= modelCatalog(modelConfiguration(program, settings), environment, agents)
      return modelFor(catalog, written)
    },
  }
}

/** What the list of optional packages calls them. */
const SQUAD = 'Squad files'

/** How Squad files are read and written, or why they cannot be. */
export async function squadFormat({ extensions }: Pick<Program, 'extensions'>): Promise<Result<TeamFormat>> {
  const [format] = await extensions.parts('teams')
  if (format) return { ok: true, value: format }
  const why = await extensions.whyMissing('teams', SQUAD)
  return refuse('missing_package', why ?? 'This program does not support Squad files.')
}

/** Reads Squad files as a team. If they cannot be read here, the reason is the only thing in them. */
export async function squadReader(program: Reading): Promise<(folder: string, workspace: string) => TeamReading> {
  const format = await squadFormat(program)
  const options = await squadOptions(program)
  return (folder, workspace) => {
    if (format.ok) return format.value.read(folder, workspace, options)
    const { code, message } = format.refusal
    return { problems: [{ severity: 'error', code, file: folder, message }] }
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
