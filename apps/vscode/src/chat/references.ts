import * as vscode from 'vscode'

const MOST = 20_000

/** The prompt with its attachments: files by path, selections and values as text. */
export async function goalWith({ prompt, references }: vscode.ChatRequest): Promise<string> {
  const parts = await Promise.all(references.map(({ value }) => attached(value)))
  const given = parts.filter((part) => part !== '')
  return given.length === 0 ? prompt : [prompt, '## Attached', ...given].join('\n\n')
}

async function attached(value: unknown): Promise<string> {
  if (value instanceof vscode.Uri) return `- ${vscode.workspace.asRelativePath(value)}`
  if (value instanceof vscode.Location) {
    const document = await vscode.workspace.openTextDocument(value.uri)
    const { start, end } = value.range
    const text = document.getText(value.range).slice(0, MOST)
    const place = `${vscode.workspace.asRelativePath(value.uri)}, lines ${start.line + 1} to ${end.line + 1}`
    return `### ${place}\n\n\`\`\`\`\n${text}\n\`\`\`\``
  }
  return typeof value === 'string' ? value.slice(0, MOST) : ''
}
