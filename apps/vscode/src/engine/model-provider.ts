import type { ModelPart } from '@convene/engine'
import * as vscode from 'vscode'
import { fromEditor } from '../models/from-editor.ts'
import type { KeptModels } from '../models/kept-models.ts'
import { programPaths, valuesOf } from './editor-side.ts'

type Reach = {
  readonly models: KeptModels
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Fires when the list of models changes. */
  readonly onChange: vscode.Event<void>
}

/** Offers our models to the editor, so that its chat works without another vendor's models. */
export function modelProvider({ models, fetch, onChange }: Reach): vscode.LanguageModelChatProvider {
  return {
    onDidChangeLanguageModelChatInformation: onChange,
    provideLanguageModelChatInformation: async () => [...(await models.list())],
    provideLanguageModelChatResponse: (...given) => respond(fetch, given),
    provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text : plain(text)).length / 4),
  }
}

type ResponseArguments = Parameters<vscode.LanguageModelChatProvider['provideLanguageModelChatResponse']>

async function respond(
  fetch: Reach['fetch'],
  [model, messages, options, progress, token]: ResponseArguments,
): Promise<void> {
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
