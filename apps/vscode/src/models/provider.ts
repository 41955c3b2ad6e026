import type { ModelPart } from '@convene/engine'
import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { programPaths, valuesOf } from '../engine/editor-side.ts'
import { fromEditor } from './from-editor.ts'

type Reach = {
  client(): Promise<Client>
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** Our models in the editor's own list, so that its chat works without any other vendor's. */
export function modelProvider({ client, fetch }: Reach): vscode.LanguageModelChatProvider {
  return {
    provideLanguageModelChatInformation: async () => {
      const listed = await (await client()).models()
      if (!listed.ok) return []
      return listed.value.providers
        .filter(({ configured }) => configured)
        .toSorted((one, other) => Number(one.name === REHEARSAL) - Number(other.name === REHEARSAL))
        .flatMap(({ name, models }) => models.map(informationOf(name)))
    },
    provideLanguageModelChatResponse: (...given) => respond(fetch, given),
    provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text : plain(text)).length / 4),
  }
}

/** Last in the list: the editor takes the first where nobody has chosen. */
const REHEARSAL = 'rehearsal'

type Asked = Parameters<vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']>

async function respond(fetch: Reach['fetch'], [model, messages, options, progress, token]: Asked): Promise<void> {
  const cut = new AbortController()
  token.onCancellationRequested(() => cut.abort())
  const body = JSON.stringify(fromEditor(model.id, messages, options.tools ?? []))
  const response = await fetch(programPaths.stream, { method: 'POST', body, signal: cut.signal })
  let calls = 0
  for await (const part of valuesOf<ModelPart>(response)) {
    if (part.type === 'failed') throw new Error(part.message)
    if (part.type === 'text') progress.report(new vscode.LanguageModelTextPart(part.text))
    if (part.type !== 'call') continue
    calls += 1
    progress.report(new vscode.LanguageModelToolCallPart(`call-${calls}`, part.tool, part.input as object))
  }
}

const plain = (message: vscode.LanguageModelChatRequestMessage): string =>
  message.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('')

const informationOf =
  (provider: string) =>
  (model: { readonly name: string; readonly context: number | null }): vscode.LanguageModelChatInformation => ({
    id: model.name.startsWith(`${provider}/`) ? model.name : `${provider}/${model.name}`,
    name: model.name,
    family: provider,
    version: '1',
    maxInputTokens: model.context ?? 128_000,
    maxOutputTokens: 8_192,
    capabilities: { toolCalling: provider !== REHEARSAL, imageInput: false },
  })
