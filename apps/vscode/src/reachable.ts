import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ownSystem } from '@convene/platform'
import * as vscode from 'vscode'
import { type Parked, parked as parkedSessions } from './chat/parked.ts'
import type { Connection } from './engine/connection.ts'
import { editorRipgrep } from './engine/editor-ripgrep.ts'
import { keysInEditor } from './secrets/keys.ts'
import { editorSettings } from './settings/editor-settings.ts'
import { attendSessions } from './views/attend-sessions.ts'

/** The program behind this editor, opened on first use. */
export type Reachable = {
  /** Opens the program without its data, for calls that need no session. */
  reach(): Promise<Connection>
  /** Opens it with its data and starts following sessions. */
  use(): Promise<Connection>
  /** Reopens it with current settings for the next question. Chats in progress are not cut off. */
  renew(): void
  close(): Promise<void>
  /** Links a session to the chat that shows it, until the returned function is called. */
  attend(session: string, token: vscode.ChatParticipantToolToken): () => void
  readonly parked: Parked
}

/** Opens the program once. After a failure or an exit, the next question tries again. */
export function reachable(
  context: vscode.ExtensionContext,
  changed: vscode.EventEmitter<number | undefined>,
  /** Called when the program is first used after opening. */
  used: () => void,
): Reachable {
  const tokens = new Map<string, vscode.ChatParticipantToolToken>()
  const shown = new Set<string>()
  const parked = parkedSessions()
  const { reach, drop } = openedOnce(() => connectTo(context, tokens))
  let leave: (() => void) | undefined
  let isStale = false
  const close = async () => {
    leave?.()
    leave = undefined
    await drop()
  }
  const renew = () => {
    isStale = shown.size > 0
    if (!isStale) void close()
  }
  return {
    reach,
    close,
    renew,
    parked,
    use: async () => {
      const connection = await reach()
      if (!leave) used()
      leave ??= attendSessions(connection.client, {
        changed: (waiting) => changed.fire(waiting),
        needed: tellNeeded,
        isShown: (session) => shown.has(session) || parked.since(session) !== undefined,
        workspace: editorSettings.workspace(),
      })
      return connection
    },
    attend: (session, token) => {
      tokens.set(session, token)
      shown.add(session)
      parked.leave(session)
      return () => {
        shown.delete(session)
        if (isStale) renew()
      }
    },
  }
}

function openedOnce(open: () => Promise<Connection>) {
  let opening: Promise<Connection> | undefined
  return {
    reach: (): Promise<Connection> => {
      opening ??= open().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    drop: async (): Promise<void> => {
      const last = opening
      opening = undefined
      await last?.then((connection) => connection.close()).catch(() => undefined)
    },
  }
}

function tellNeeded({ id, title }: { readonly id: string; readonly title: string }): void {
  const said = vscode.window.showInformationMessage(`Convene: “${title}” is waiting for you.`, 'Open')
  void said.then((answer) => answer && vscode.commands.executeCommand('convene.openSession', id))
}

async function connectTo(
  context: vscode.ExtensionContext,
  tokens: ReadonlyMap<string, vscode.ChatParticipantToolToken>,
): Promise<Connection> {
  const [{ connect }, { answerEditor }] = await Promise.all([
    import('./engine/connection.ts'),
    import('./engine/answer-editor.ts'),
  ])
  const wanted = editorSettings.wantedTools()
  const place = process.env.CONVENE_EDITOR_PLACE
  return connect({
    extension: context.extensionUri,
    nodePath: editorSettings.nodePath(),
    ...((place === 'here' || place === 'child') && { place }),
    answerEditor: (request) =>
      answerEditor(request, {
        isWanted: (name) => wanted.has(name),
        wanted,
        tokenOf: (session) => tokens.get(session),
      }),
    options: {
      home: editorSettings.home(),
      workspace: editorSettings.workspace(),
      version: String((context.extension.packageJSON as { version: string }).version),
      environment: await keysInEditor(context.secrets),
      assets: join(context.extensionPath, 'dist', 'web'),
      ripgrep: editorRipgrep(vscode.env.appRoot, { system: ownSystem, arch: process.arch, exists: existsSync }),
      trusted: editorSettings.isTrusted(),
    },
  })
}
