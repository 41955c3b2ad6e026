import type { Client } from '@convene/protocol'
import type * as vscode from 'vscode'

type Information = vscode.LanguageModelChatInformation

export type KeptModels = {
  /** The models from last time, so that the editor has them at once. On the first start, the program's. */
  list(): Promise<readonly Information[]>
  /** Asks the open program. True if the models have changed. */
  look(): Promise<boolean>
}

const KEPT = 'models'
/** Last in the list: the editor uses the first model by default. */
const REHEARSAL = 'rehearsal'

/** The program's models, remembered between editor starts. */
export function keptModels(memory: vscode.Memento, client: () => Promise<Client>): KeptModels {
  const ask = async (): Promise<readonly Information[]> => {
    const listed = await (await client()).models()
    const models = listed.ok ? listed.value.providers.filter(({ configured }) => configured) : []
    const sorted = models.toSorted((one, other) => Number(one.name === REHEARSAL) - Number(other.name === REHEARSAL))
    const informed = sorted.flatMap(({ name, models: offered }) => offered.map(informationOf(name)))
    await memory.update(KEPT, informed)
    return informed
  }
  return {
    list: async () => memory.get<readonly Information[]>(KEPT) ?? ask(),
    look: async () => {
      const before = JSON.stringify(memory.get(KEPT))
      return before !== JSON.stringify(await ask())
    },
  }
}

const informationOf =
  (provider: string) =>
  (model: { readonly name: string; readonly context: number | null }): Information => ({
    id: model.name.startsWith(`${provider}/`) ? model.name : `${provider}/${model.name}`,
    name: model.name,
    family: provider,
    version: '1',
    maxInputTokens: model.context ?? 128_000,
    maxOutputTokens: 8_192,
    // The chat's agent mode, its default, hides models without tools: without a key, `@convene` could not be asked.
    capabilities: { toolCalling: true, imageInput: false },
  })
