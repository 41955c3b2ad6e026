import * as vscode from 'vscode'
import { VENDOR } from '../models/editor-models.ts'
import { goalWith } from './references.ts'

type Turn = {
  readonly request: vscode.ChatRequest
  readonly stream: vscode.ChatResponseStream
  readonly token: vscode.CancellationToken
}

/** Without a team, the chat's model answers alone. False if that is not possible either. */
export async function answerDirectly({ request, stream, token }: Turn): Promise<boolean> {
  if (request.model.vendor === VENDOR || request.prompt.trim() === '' || token.isCancellationRequested) return false
  try {
    const question = vscode.LanguageModelChatMessage.User(await goalWith(request))
    const response = await request.model.sendRequest([question], {}, token)
    stream.markdown(`\n\n---\n\n*${request.model.name} answers alone:*\n\n`)
    for await (const piece of response.text) stream.markdown(piece)
    return true
  } catch {
    return false
  }
}
