import { isAbsolute } from 'node:path'
import type { Event } from '@convene/domain'
import type { Client, SessionView } from '@convene/protocol'
import * as vscode from 'vscode'
import { followRun } from '../run/follow-run.ts'
import type { EditorVerbosity } from '../settings/verbosity.ts'
import { type CommandButton, plain, type ResponsePart } from './response-part.ts'

/** What a chat's next turn needs to know about this one. */
export type ChatMemory = {
  readonly session: string
  readonly state: string
  /** Why it ended. */
  readonly reason: string
  readonly mode: string
  /** What the newest run is about. */
  readonly goal: string
  /** The model that was chosen in the chat when the run was started. */
  readonly model?: string
}

export type Watched = {
  readonly client: Client
  readonly stream: vscode.ChatResponseStream
  readonly token: vscode.CancellationToken
  readonly verbosity: EditorVerbosity
  /** The session, if it is continued. */
  readonly before?: SessionView
  /** What it was waiting for before. */
  readonly asked: readonly Event[]
}

/** A run as the chat has shown it. `repeat` shows the open question again, if something was shown after it. */
export type SeenRun = { readonly view: SessionView; repeat(): void }

/**
 * Shows a run until it ends, is paused, is cancelled, or asks something that the user can answer by typing: while an
 * answer is open, the editor holds back what is typed. Cancelling the chat stops the run.
 */
export async function watchRun(
  { client, stream, token, verbosity, before, asked }: Watched,
  { session, after }: { readonly session: string; readonly after: number },
): Promise<SeenRun | undefined> {
  // Loaded with the first run, to keep the editor's start fast.
  const { teller, awaitsOnlyUser } = await import('./teller.ts')
  const { tell, hear, end } = teller(verbosity, before && { mode: before.session.mode, seats: before.seats })
  let open: readonly ResponsePart[] = asked.flatMap(tell)
  for (const shown of open) show(stream, shown)
  await followRun(
    { client, session, after, token, isOver: ({ state }) => awaitsOnlyUser(state) },
    {
      events: (events) => {
        for (const event of events) {
          const told = tell(event)
          if (event.type === 'question.asked') open = told
          for (const shown of told) show(stream, shown)
        }
      },
      delta: (delta) => {
        for (const shown of hear(delta)) show(stream, shown)
      },
    },
  )
  const view = await client.session({ id: session })
  if (!view.ok) return undefined
  const rest = end(view.value.state.run)
  for (const shown of rest) show(stream, shown)
  const repeat = () => {
    for (const shown of open) show(stream, shown)
  }
  if (rest.length > 0 && awaitsOnlyUser(view.value.state)) repeat()
  return { view: view.value, repeat }
}

function show(stream: vscode.ChatResponseStream, shown: ResponsePart): void {
  if (shown.kind === 'file') stream.reference(fileAt(shown.path))
  if (shown.kind === 'changed') showChanged(stream, shown.paths)
  if (shown.kind === 'progress') stream.progress(shown.text)
  if (shown.kind === 'markdown') stream.markdown(shown.icon ? withIcon(shown.icon, shown.text) : shown.text)
  if (shown.kind === 'button')
    stream.button({ title: shown.title, command: shown.command, arguments: [...shown.given] })
  if (shown.kind === 'links') stream.markdown(linked(shown))
}

/** Only these commands can be run from it, and neither a title nor what a command is given can end its link. */
export function linked({ label, links }: Extract<ResponsePart, { kind: 'links' }>): vscode.MarkdownString {
  const linkTo = ({ title, command, given }: CommandButton) =>
    `[${plain(title)}](command:${command}?${encodeURIComponent(JSON.stringify(given)).replace(/[()']/gu, percent)})`
  const text = new vscode.MarkdownString(`${label ? `*${label}:* ` : ''}${links.map(linkTo).join(' · ')}\n\n`)
  text.isTrusted = { enabledCommands: links.map(({ command }) => command) }
  return text
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`

function fileAt(path: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? []
  return folder && !isAbsolute(path) ? vscode.Uri.joinPath(folder.uri, path) : vscode.Uri.file(path)
}

function showChanged(stream: vscode.ChatResponseStream, paths: readonly string[]): void {
  stream.markdown('*Changed:* ')
  for (const [place, file] of paths.map(fileAt).entries()) {
    if (place > 0) stream.markdown(' ')
    stream.anchor(file, vscode.workspace.asRelativePath(file))
  }
  stream.markdown('\n\n')
}

/** Puts an editor icon before a text that cannot contain icons itself. */
export const withIcon = (icon: string, text: string): vscode.MarkdownString =>
  new vscode.MarkdownString(`$(${icon}) ${text.replaceAll('$(', '$\\(')}`, true)

export const chatResult = ({ session, state }: SessionView, model: string | undefined): vscode.ChatResult => {
  const { id, phase, reason, mode, goal } = session
  const memory = { session: id, state: phase, reason, mode, goal: state.run?.goal ?? goal, ...(model && { model }) }
  return { metadata: { convene: memory satisfies ChatMemory } }
}
