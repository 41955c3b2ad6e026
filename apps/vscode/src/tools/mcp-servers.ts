import * as vscode from 'vscode'
import { findCommand } from './find-command.ts'

export const MCP_PROVIDER = 'convene.mcp'

/** `convene mcp` for the editor's agent mode, if the command is installed. Nothing starts in an untrusted folder. */
export const mcpServerDefinitions: vscode.McpServerDefinitionProvider = {
  provideMcpServerDefinitions: () => {
    const { workspaceFolders, isTrusted } = vscode.workspace
    const folder = workspaceFolders?.[0]?.uri.fsPath
    const command = folder !== undefined && isTrusted ? findCommand('convene', folder) : undefined
    if (folder === undefined || command === undefined) return []
    return [new vscode.McpStdioServerDefinition('Convene', command, ['mcp', '--workspace', folder])]
  },
}
