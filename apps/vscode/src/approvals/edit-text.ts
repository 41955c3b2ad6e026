import * as vscode from 'vscode'

/** A gate's text in a tab, while the user edits it. */
export type TextTab = {
  /** Brings it to the front. */
  show(): Promise<void>
  /** The text once the user approves it, or undefined if they discard it or close the tab. */
  approved(): Promise<string | undefined>
  /** Closes the tab without asking to save it. */
  close(): Promise<void>
}

type Decision = 'approve' | 'discard'

/** Tabs with a text that waits for approval, by their address. */
const waiting = new Map<string, (decision: Decision) => void>()

/** Shows a text in a tab, with the buttons to approve or discard it in its title bar. */
export async function editText(content: string): Promise<TextTab> {
  const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' })
  const show = async () => void (await vscode.window.showTextDocument(document, { preview: false }))
  return {
    show,
    approved: async () => {
      await show()
      return (await decisionOn(document)) === 'approve' ? document.getText() : undefined
    },
    close: async () => {
      if (document.isClosed) return
      await show()
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor')
    },
  }
}

/** What the buttons in the title bar of such a tab do. */
export function decideText(at: vscode.Uri | undefined, decision: Decision): void {
  const address = at ?? vscode.window.activeTextEditor?.document.uri
  waiting.get(String(address))?.(decision)
}

async function decisionOn(document: vscode.TextDocument): Promise<Decision> {
  const { promise, resolve } = Promise.withResolvers<Decision>()
  const address = String(document.uri)
  const closing = vscode.workspace.onDidCloseTextDocument((closed) => closed === document && resolve('discard'))
  waiting.set(address, resolve)
  showButtons()
  // Without buttons: an extension cannot take a notification back, and its buttons would outlive the tab.
  void vscode.window.showInformationMessage('Edit the text, then approve it with the check mark above it.')
  const decision = await promise
  closing.dispose()
  waiting.delete(address)
  showButtons()
  return decision
}

/** The manifest shows the buttons for these tabs. */
const showButtons = (): void => void vscode.commands.executeCommand('setContext', 'convene.texts', [...waiting.keys()])
