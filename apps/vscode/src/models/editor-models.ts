import type { ModelPart } from '@convene/engine'
import * as vscode from 'vscode'
import type { EditorMessage, EditorModelPart } from './lines.ts'
import type { WireRequest } from './wire-request.ts'

/** Excludes our own models, which the editor also lists: they would call themselves. */
export const VENDOR = 'convene'

const chosen = new Map<string, vscode.LanguageModelChat>()

/** Remembers the model chosen in the chat under the name runs use for it. */
export function rememberModel(model: vscode.LanguageModelChat): string {
  chosen.set(model.id, model)
  return `vscode/${model.id}`
}

/** The editor's models, by the names agents and settings use. */
export async function listEditorModels(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const models = await vscode.lm.selectChatModels()
  return models.filter(({ vendor }) => vendor !== VENDOR).map(({ id, name }) => ({ id: `vscode/${id}`, name }))
}

/** Streams one answer of an editor model. A failure is the last part. */
export async function* streamEditorModel(request: WireRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  const cancel = new vscode.CancellationTokenSource()
  signal.addEventListener('abort', () => cancel.cancel())
  try {
    const model = await findModel(request.model.replace(/^vscode\//u, ''))
    if (!model) return yield failed('not_configured', `The editor has no model ${request.model}.`, false)
    const response = await model.sendRequest(request.messages.map(message), optionsOf(request), cancel.token)
    let calls = 0
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) yield { type: 'text', text: part.value }
      if (!(part instanceof vscode.LanguageModelToolCallPart)) continue
      calls += 1
      yield { type: 'call', tool: part.name, input: part.input as never }
    }
    yield { type: 'finish', finish: calls > 0 ? 'tools' : 'stop', usage: null }
  } catch (error) {
    yield failureOf(error)
  } finally {
    cancel.dispose()
  }
}

async function findModel(id: string): Promise<vscode.LanguageModelChat | undefined> {
  const known = chosen.get(id)
  if (known) return known
  return (await vscode.lm.selectChatModels({ id })).find(({ vendor }) => vendor !== VENDOR)
}

const optionsOf = ({ tools }: WireRequest): vscode.LanguageModelChatRequestOptions => ({
  justification: 'An agent in your Convene team is working on your request.',
  tools: tools.map(({ name, description, input }) => ({ name, description, inputSchema: input })),
})

function message({ role, parts }: EditorMessage): vscode.LanguageModelChatMessage {
  const content = parts.map(partOf)
  return role === 'user'
    ? vscode.LanguageModelChatMessage.User(content as never)
    : vscode.LanguageModelChatMessage.Assistant(content as never)
}

function partOf(part: EditorModelPart) {
  switch (part.type) {
    case 'text':
      return new vscode.LanguageModelTextPart(part.text)
    case 'call':
      return new vscode.LanguageModelToolCallPart(part.id, part.tool, part.input)
    case 'result':
      return new vscode.LanguageModelToolResultPart(part.id, [new vscode.LanguageModelTextPart(part.text)])
  }
}

const failed = (
  code: Extract<ModelPart, { type: 'failed' }>['code'],
  message: string,
  retryable: boolean,
): ModelPart => ({
  type: 'failed',
  code,
  message,
  retryable,
})

/** Maps an editor error to the code the run acts on. */
function failureOf(error: unknown): ModelPart {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof vscode.LanguageModelError)) return failed('server_error', message, true)
  if (error.code === vscode.LanguageModelError.NoPermissions.name)
    return failed('unauthorized', `The editor does not allow Convene to use this model. ${message}`, false)
  if (error.code === vscode.LanguageModelError.NotFound.name) return failed('not_found', message, false)
  if (error.code === vscode.LanguageModelError.Blocked.name) return failed('rate_limited', message, true)
  return failed('server_error', message, true)
}
