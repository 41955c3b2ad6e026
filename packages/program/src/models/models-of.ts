import type * as Adapters from '@convene/adapters'
import type { Model } from '@convene/engine'
import type { Brought, Program } from '../program.ts'

/** The offline model, and every model of every provider, by their names; connected as the settings of the workspace say. */
export function modelsOf(
  adapters: typeof Adapters,
  at: (workspace: string) => Program,
  brought: NonNullable<Brought['models']>,
): Model {
  const { imageFiles, providerModels, rehearsalModel } = adapters
  const rehearsal = rehearsalModel()
  const connected = new Map<string, Model>()
  const providersOf = async (workspace: string): Promise<Model> => {
    const program = at(workspace)
    const { settings } = await program.settings()
    const key = JSON.stringify([settings.providers, program.environment])
    const model =
      connected.get(key) ?? providerModels(settings, program.environment, { images: imageFiles(program.home).read })
    connected.set(key, model)
    return model
  }
  return {
    async *stream(request, signal) {
      const isRehearsal = request.model.startsWith('rehearsal/')
      const own = brought[request.model.slice(0, request.model.indexOf('/'))]
      const model = own ?? (isRehearsal ? rehearsal : await providersOf(request.workspace))
      yield* model.stream(request, signal)
    },
  }
}
