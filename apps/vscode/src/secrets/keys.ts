import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import { keyText } from './key-text.ts'
import providers from './providers.json' with { type: 'json' }

const nameOf = (variable: string): string => `convene.${variable}`

/** Keys set in the editor. They are in its secret storage, never in a settings file. */
export async function keysInEditor(secrets: vscode.SecretStorage): Promise<{ readonly [variable: string]: string }> {
  const kept = await Promise.all(
    providers.map(async ({ variable }) => [variable, (await secrets.get(nameOf(variable))) ?? ''] as const),
  )
  return Object.fromEntries(kept.filter(([, key]) => key !== ''))
}

/** A key that the user has entered. Empty: it was removed. */
export type EnteredKey = { readonly label: string; readonly variable: string; readonly value: string }

/** Asks for a provider and its key, and stores it. An empty key removes it. Undefined if nothing changed. */
export async function enterKey(secrets: vscode.SecretStorage): Promise<EnteredKey | undefined> {
  const provider = await vscode.window.showQuickPick(
    providers.map(({ label, variable }) => ({ label, description: variable, variable })),
    // Losing the focus must not close this, because people look up their key elsewhere.
    { title: 'Select a provider', ignoreFocusOut: true },
  )
  if (!provider) return undefined
  const key = await vscode.window.showInputBox({
    title: `API key for ${provider.label}`,
    prompt: 'Stored in the editor’s secret storage. Leave empty to remove it.',
    password: true,
    ignoreFocusOut: true,
  })
  if (key === undefined) return undefined
  const { label, variable } = provider
  const value = key.trim()
  if (value === '') await secrets.delete(nameOf(variable))
  else await secrets.store(nameOf(variable), value)
  return { label, variable, value }
}

/** Tests an entered key with one short call, and reports the result. */
export async function tryKey(client: Client, { label, variable, value }: EnteredKey): Promise<void> {
  if (value === '') return
  const tested = await client.testKey({ variable, value })
  const text = `Convene: ${keyText(label, tested)}`
  if (tested.ok) return void vscode.window.showInformationMessage(text)
  const answer = await vscode.window.showWarningMessage(text, 'Set Provider Key…')
  if (answer) await vscode.commands.executeCommand('convene.setKey')
}
