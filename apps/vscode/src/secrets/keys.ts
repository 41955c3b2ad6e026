import * as vscode from 'vscode'
import providers from './providers.json' with { type: 'json' }

const nameOf = (variable: string): string => `convene.${variable}`

/** Keys set in the editor. They are in its secret storage, never in a settings file. */
export async function keptKeys(secrets: vscode.SecretStorage): Promise<{ readonly [variable: string]: string }> {
  const kept = await Promise.all(
    providers.map(async ({ variable }) => [variable, (await secrets.get(nameOf(variable))) ?? ''] as const),
  )
  return Object.fromEntries(kept.filter(([, key]) => key !== ''))
}

/** Asks for a provider and its key. An empty key removes it. True if something changed. */
export async function setKey(secrets: vscode.SecretStorage): Promise<boolean> {
  const provider = await vscode.window.showQuickPick(
    providers.map(({ label, variable }) => ({ label, description: variable, variable })),
    // People look a key up elsewhere in between: losing the focus must not close this.
    { title: 'Select a provider', ignoreFocusOut: true },
  )
  if (!provider) return false
  const key = await vscode.window.showInputBox({
    title: `API key for ${provider.label}`,
    prompt: 'Stored in the editor’s secret storage. Leave empty to remove it.',
    password: true,
    ignoreFocusOut: true,
  })
  if (key === undefined) return false
  if (key.trim() === '') await secrets.delete(nameOf(provider.variable))
  else await secrets.store(nameOf(provider.variable), key.trim())
  return true
}
