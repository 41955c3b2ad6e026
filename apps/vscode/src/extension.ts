import { join } from 'node:path'
import * as vscode from 'vscode'
import { followUps, participant } from './chat/participant.ts'
import type { Connection } from './engine/connection.ts'
import { modelProvider } from './models/provider.ts'
import { keptKeys, setKey } from './secrets/keys.ts'
import { editorSettings, settingsTeam } from './settings/editor-settings.ts'
import { askTool } from './tools/ask-tool.ts'
import { answerCommands } from './views/commands.ts'
import { views } from './views/trees.ts'

let connection: Promise<Connection> | undefined

/** Registers everything, and opens nothing: the program starts with the first question that needs it. */
export function activate(context: vscode.ExtensionContext): { reach(): Promise<Connection> } {
  const tokens = new Map<string, vscode.ChatParticipantToolToken>()
  const changed = new vscode.EventEmitter<void>()
  const storage = context.globalStorageUri.fsPath
  const reach = () => {
    connection ??= open(context, tokens).catch((error: unknown) => {
      // The next question tries again: a Node may have been installed meanwhile.
      connection = undefined
      throw error
    })
    return connection
  }
  const client = async () => (await reach()).client
  const fetch = async (path: string, init?: RequestInit) => (await reach()).fetch(path, init)
  const chat = vscode.chat.createChatParticipant(
    'convene.team',
    participant({
      client,
      team: async () => settingsTeam(storage),
      workspace: editorSettings.workspace,
      verbosity: editorSettings.verbosity,
      attend: (session, token) => tokens.set(session, token),
    }),
  )
  chat.iconPath = new vscode.ThemeIcon('organization')
  chat.followupProvider = followUps
  context.subscriptions.push(
    chat,
    changed,
    vscode.lm.registerLanguageModelChatProvider('convene', modelProvider({ client, fetch })),
    vscode.lm.registerTool('convene_ask', askTool({ client, workspace: editorSettings.workspace })),
    ...answerCommands({ client, changed: () => changed.fire() }),
    ...views({ client, onChange: changed.event }),
    ...otherCommands(context, { fetch, changed, storage }),
    { dispose: () => void close() },
  )
  return { reach }
}

type Parts = {
  fetch(path: string, init?: RequestInit): Promise<Response>
  readonly changed: vscode.EventEmitter<void>
  readonly storage: string
}

function otherCommands(
  context: vscode.ExtensionContext,
  { fetch, changed, storage }: Parts,
): readonly vscode.Disposable[] {
  const show = async (path: string) => {
    const { openPanel } = await import('./panel/panel.ts')
    openPanel({ fetch, extension: context.extensionUri }, path)
  }
  return [
    vscode.commands.registerCommand('convene.openPanel', () => show('/')),
    vscode.commands.registerCommand('convene.openSession', (session: string) => show(`/session/${session}`)),
    vscode.commands.registerCommand('convene.editAgents', () => show('/teams')),
    vscode.commands.registerCommand('convene.refresh', () => changed.fire()),
    vscode.commands.registerCommand('convene.setKey', async () => {
      if (await setKey(context.secrets)) await close()
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('convene')) tellProblems(storage)
    }),
  ]
}

/** What is wrong with the settings is said when they are changed, not when somebody needs them. */
function tellProblems(storage: string): void {
  const { warnings } = settingsTeam(storage)
  if (warnings.length > 0) void vscode.window.showWarningMessage(`Convene: ${warnings.join(' ')}`)
}

async function open(
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
      answerEditor(request, { isWanted: (name) => wanted.has(name), tokenOf: (session) => tokens.get(session) }),
    options: {
      home: editorSettings.home(),
      workspace: editorSettings.workspace(),
      version: String((context.extension.packageJSON as { version: string }).version),
      environment: await keptKeys(context.secrets),
      assets: join(context.extensionPath, 'dist', 'web'),
    },
  })
}

async function close(): Promise<void> {
  const opened = connection
  connection = undefined
  await opened?.then(({ close: end }) => end()).catch(() => undefined)
}

/** Lets go of the program: what runs is found again by whoever opens the data folder next. */
export const deactivate = (): Promise<void> => close()
