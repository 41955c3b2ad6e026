import { ok } from 'node:assert'
import type { Client, ListedSessionRow } from '@convene/protocol'
import * as vscode from 'vscode'
import { PATIENCE_MS } from '../../process/patience.ts'

type Exported = {
  reach(): Promise<{ readonly client: Client; fetch(path: string): Promise<Response> }>
  readonly ask: vscode.LanguageModelTool<object>
}

/** What runs inside the extension host: a title, and a function that must not throw. */
export type Stories<Title extends string> = { readonly [T in Title]: () => Promise<void> }

/** The extension's exports, once activated. */
export async function exported(): Promise<Exported> {
  const extension = vscode.extensions.getExtension<Exported>('convene.convene')
  ok(extension, 'The extension is not installed.')
  return extension.activate()
}

export const client = async (): Promise<Client> => (await (await exported()).reach()).client

/** The value of a call that must not be refused. */
export function given<T>(result: { ok: true; value: T } | { ok: false; refusal: { message: string } }): T {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

/** Polls until there is something: the change happens in other processes, which notify nobody. */
export async function until<T>(
  what: string,
  look: (note: (text: string) => void) => Promise<T | undefined>,
): Promise<T> {
  let noted = ''
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const seen = await look((text) => {
      noted = text
    })
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${what} did not come about.\n${noted}`)
}

/** The newest session with this goal, once it is in one of these phases. */
export const session = (goal: string, ...phases: readonly string[]): Promise<ListedSessionRow> =>
  until(`A session "${goal}" that is ${phases.join(' or ')}`, async (note) => {
    const { items } = given(await (await client()).sessions({ limit: 100 }))
    note(items.map((row) => `${row.goal}: ${row.phase} ${row.seq}`).join('\n'))
    return items.find((row) => row.goal.startsWith(goal) && (phases.length === 0 || phases.includes(row.phase)))
  })

/** Types into the editor's chat and sends it. */
export const say = async (query: string): Promise<void> => {
  await vscode.commands.executeCommand('workbench.action.chat.open', { query, mode: 'ask' })
}

/** The model of ours with this name. */
export const ours = (name: string) =>
  until(`A model ${name}`, async () => (await vscode.lm.selectChatModels({ vendor: 'convene', id: name }))[0])

/** An editor model's answer to these words. */
export async function answerTo(words: string, token?: vscode.CancellationToken): Promise<string> {
  const model = await ours('local/scripted')
  const response = await model.sendRequest([vscode.LanguageModelChatMessage.User(words)], {}, token)
  let text = ''
  for await (const piece of response.text) text += piece
  return text
}
