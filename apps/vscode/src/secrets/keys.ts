import * as vscode from 'vscode'

/** The providers whose keys the editor keeps, by the variable that each is known under. */
const providers = [
  { label: 'OpenAI', variable: 'OPENAI_API_KEY' },
  { label: 'Anthropic', variable: 'ANTHROPIC_API_KEY' },
  { label: 'Google', variable: 'GOOGLE_GENERATIVE_AI_API_KEY' },
  { label: 'OpenRouter', variable: 'OPENROUTER_API_KEY' },
  { label: 'Mistral', variable: 'MISTRAL_API_KEY' },
  { label: 'Azure OpenAI', variable: 'AZURE_OPENAI_API_KEY' },
] as const

const nameOf = (variable: string): string => `convene.${variable}`

/** Keys that were set in the editor; they lie in its secret storage and in no settings file. */
export async function keptKeys(secrets: vscode.SecretStorage): Promise<{ readonly [variable: string]: string }> {
  const kept = await Promise.all(
    providers.map(async ({ variable }) => [variable, (await secrets.get(nameOf(variable))) ?? ''] as const),
  )
  return Object.fromEntries(kept.filter(([, key]) => key !== ''))
}

/** Asks for a provider and its key; an empty key removes it. True when something has changed. */
export async function setKey(secrets: vscode.SecretStorage): Promise<boolean> {
  const provider = await vscode.window.showQuickPick(
    providers.map(({ label, variable }) => ({ label, description: variable, variable })),
    { title: 'Whose key?' },
  )
  if (!provider) return false
  const key = await vscode.window.showInputBox({
    title: `The key of ${provider.label}`,
    prompt: 'Kept in the editor’s secret storage. Empty: removes it.',
    password: true,
    ignoreFocusOut: true,
  })
  if (key === undefined) return false
  if (key.trim() === '') await secrets.delete(nameOf(provider.variable))
  else await secrets.store(nameOf(provider.variable), key.trim())
  return true
}
