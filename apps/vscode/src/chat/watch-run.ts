import { isAbsolute } from 'node:path'
import type { Client, SessionView } from '@convene/protocol'
import * as vscode from 'vscode'
import { followRun } from '../run/follow-run.ts'
import { type Action, plain, type Shown, type Verbosity } from './shown.ts'

/** What the next turn of a chat must know of this one. */
export type ChatMemory = {
  readonly session: string
  readonly state: string
  readonly mode: string
  /** The model that was chosen in the chat when the run was started. */
  readonly model?: string
}

export type Watched = {
  readonly client: Client
  readonly stream: vscode.ChatResponseStream
  readonly token: vscode.CancellationToken
  readonly verbosity: Verbosity
  /** Who works in it, if it was started before. */
  readonly before?: SessionView
}

/** Shows a run until it ends, waits only for the next turn, or is cancelled; a cancelled chat stops its run. */
export async function watchRun(
  { client, stream, token, verbosity, before }: Watched,
  { session, after }: { readonly session: string; readonly after: number },
): Promise<SessionView | undefined> {
  // Loaded with the first run: an editor that only starts need not know how to tell one.
  const { teller } = await import('./teller.ts')
  const { tell, hear } = teller(verbosity, before && { mode: before.session.mode, seats: before.seats })
  await followRun(
    { client, session, after, token },
    {
      events: (events) => {
        for (const shown of events.flatMap(tell)) show(stream, shown)
      },
      delta: (delta) => {
        for (const shown of hear(delta)) show(stream, shown)
      },
    },
  )
  const view = await client.session({ id: session })
  return view.ok ? view.value : undefined
}

function show(stream: vscode.ChatResponseStream, shown: Shown): void {
  if (shown.kind === 'file') showFile(stream, shown)
  if (shown.kind === 'progress') stream.progress(shown.text)
  if (shown.kind === 'markdown') stream.markdown(shown.icon ? withIcon(shown.icon, shown.text) : shown.text)
  if (shown.kind === 'button')
    stream.button({ title: shown.title, command: shown.command, arguments: [...shown.given] })
  if (shown.kind === 'links') stream.markdown(linked(shown))
}

/** Only these commands can be run from it, and neither a title nor what a command is given can end its link. */
function linked({ label, links }: Extract<Shown, { kind: 'links' }>): vscode.MarkdownString {
  const linkTo = ({ title, command, given }: Action) =>
    `[${plain(title)}](command:${command}?${encodeURIComponent(JSON.stringify(given)).replace(/[()']/gu, percent)})`
  const text = new vscode.MarkdownString(`${label ? `*${label}:* ` : ''}${links.map(linkTo).join(' · ')}\n\n`)
  text.isTrusted = { enabledCommands: links.map(({ command }) => command) }
  return text
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`

function showFile(stream: vscode.ChatResponseStream, { path, isChanged }: Extract<Shown, { kind: 'file' }>): void {
  const [folder] = vscode.workspace.workspaceFolders ?? []
  const file = folder && !isAbsolute(path) ? vscode.Uri.joinPath(folder.uri, path) : vscode.Uri.file(path)
  if (!isChanged) stream.reference(file)
  if (!isChanged) return
  stream.markdown('*Changed:* ')
  stream.anchor(file, vscode.workspace.asRelativePath(file))
  stream.markdown('\n\n')
}

/** An icon of the editor before a text, whose own words cannot become icons. */
export const withIcon = (icon: string, text: string): vscode.MarkdownString =>
  new vscode.MarkdownString(`$(${icon}) ${text.replaceAll('$(', '$\\(')}`, true)

export const remember = (
  { session: { id, phase, mode } }: SessionView,
  model: string | undefined,
): vscode.ChatResult => ({
  metadata: { convene: { session: id, state: phase, mode, ...(model && { model }) } satisfies ChatMemory },
})
