import * as vscode from 'vscode'
import type { EditorMessage, EditorModelPart, WireRequestFromEditor } from './wire-request.ts'

/** The editor's request to one of our models, as sent to the program. */
export function fromEditor(
  model: string,
  messages: readonly vscode.LanguageModelChatRequestMessage[],
  tools: readonly vscode.LanguageModelChatTool[],
): WireRequestFromEditor {
  return {
    model,
    messages: messages.map(
      ({ role, content }): EditorMessage => ({
        role: role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant',
        parts: content.flatMap(partOf),
      }),
    ),
    tools: tools.map(({ name, description, inputSchema }) => ({ name, description, input: inputSchema ?? {} })),
  }
}

function partOf(part: unknown): readonly EditorModelPart[] {
  if (part instanceof vscode.LanguageModelTextPart) return [{ type: 'text', text: part.value }]
  if (part instanceof vscode.LanguageModelToolCallPart)
    return [{ type: 'call', id: part.callId, tool: part.name, input: part.input }]
  if (!(part instanceof vscode.LanguageModelToolResultPart)) return []
  const text = part.content.map((each) => (each instanceof vscode.LanguageModelTextPart ? each.value : '')).join('')
  return [{ type: 'result', id: part.callId, text }]
}
