import type { Client } from '@convene/protocol'
import * as vscode from 'vscode'
import type { Parked } from './chat/parked.ts'
import { followUps, participant } from './chat/participant.ts'
import type { Connection } from './engine/connection.ts'
import { modelProvider } from './engine/model-provider.ts'
import { VENDOR } from './models/editor-models.ts'
import { keptModels } from './models/kept-models.ts'
import { reachable } from './reachable.ts'
import { enterKey, tryKey } from './secrets/keys.ts'
import { editorSettings, settingsTeam } from './settings/editor-settings.ts'
import { askTool } from './tools/ask-tool.ts'
import { MCP_PROVIDER, mcpServerDefinitions } from './tools/mcp-servers.ts'
import { answerCommands } from './views/commands.ts'
import { rowCommands } from './views/row-commands.ts'
import { views } from './views/trees.ts'

/** The API for other extensions: the program, and the team behind `convene_ask` without the editor's dialog. */
export type ExtensionExports = { reach(): Promise<Connection>; readonly ask: vscode.LanguageModelTool<object> }

let closing: (() => Promise<void>) | undefined

/** Registers everything and opens nothing: the program starts on first use. */
export function activate(context: vscode.ExtensionContext): ExtensionExports {
  const changed = new vscode.EventEmitter<number | undefined>()
  const renewed = new vscode.EventEmitter<void>()
  const storage = context.globalStorageUri.fsPath
  const { reach, use, renew, close, attend, parked } = reachable(context, changed, () => void lookForModels())
  closing = close
  const client = async () => (await use()).client
  const fetch = async (path: string, init?: RequestInit) => (await reach()).fetch(path, init)
  const models = keptModels(context.globalState, async () => (await reach()).client)
  const lookForModels = async () => (await models.look()) && renewed.fire()
  const { workspace, verbosity, isTrusted, runOptions } = editorSettings
  const team = () => settingsTeam(storage)
  const chat = vscode.chat.createChatParticipant(
    'convene.team',
    participant({ client, team, workspace, verbosity, isTrusted, runOptions, attend, parked }),
  )
  chat.iconPath = new vscode.ThemeIcon('organization')
  chat.followupProvider = followUps
  const ask = askTool({ client, workspace, runOptions })
  context.subscriptions.push(
    chat,
    changed,
    renewed,
    vscode.lm.registerLanguageModelChatProvider(VENDOR, modelProvider({ models, fetch, onChange: renewed.event })),
    vscode.lm.registerTool('convene_ask', ask),
    vscode.lm.registerMcpServerDefinitionProvider(MCP_PROVIDER, mcpServerDefinitions),
    ...answerCommands({ client, changed: () => changed.fire(undefined), answered: showNext(parked) }),
    ...rowCommands(),
    ...views({ client, onChange: changed.event }),
    ...panelCommands({ fetch, extension: context.extensionUri }),
    ...changes(context, { changed, storage, renew, client }),
    { dispose: () => void close() },
  )
  // The editor's chat refuses questions until it has looked for models, and it looks only on request.
  void vscode.lm.selectChatModels({ vendor: VENDOR })
  return { reach: use, ask }
}

/** An answer given with a button continues in the chat whose answer had ended at the question. */
const showNext = (parked: Parked) => (session: string) => {
  if (parked.answered(session)) void vscode.commands.executeCommand('workbench.action.chat.open', { query: CONTINUE })
}

const CONTINUE = '@convene /continue'

type Page = { fetch(path: string, init?: RequestInit): Promise<Response>; readonly extension: vscode.Uri }

/** Opens the web interface in a panel, at the place a command, a row or a link names. */
function panelCommands(page: Page): readonly vscode.Disposable[] {
  const show = async (path: string) => {
    const { openPanel } = await import('./panel/panel.ts')
    openPanel(page, path)
  }
  return [
    vscode.commands.registerCommand('convene.openPanel', () => show('/')),
    vscode.commands.registerCommand('convene.openSession', (session: string, message?: string) =>
      show(`/session/${session}${message === undefined ? '' : `/at/${encodeURIComponent(message)}`}`),
    ),
    vscode.commands.registerCommand('convene.openTeam', (team: string) => show(`/teams/${encodeURIComponent(team)}`)),
    vscode.commands.registerCommand('convene.editAgents', () => show('/teams')),
    vscode.commands.registerCommand('convene.openModels', () => show('/settings/models')),
    vscode.window.registerUriHandler({
      handleUri: ({ path }) => {
        const [session] = /(?<=^\/session\/)[0-9A-Za-z]{1,40}$/u.exec(path) ?? []
        return show(session === undefined ? '/' : `/session/${session}`)
      },
    }),
  ]
}

type Kept = {
  readonly changed: vscode.EventEmitter<number | undefined>
  readonly storage: string
  renew(): void
  client(): Promise<Client>
}

/** Reacts to changes: keys and trust apply from the next question, and invalid settings are reported at once. */
function changes(
  context: vscode.ExtensionContext,
  { changed, storage, renew, client }: Kept,
): readonly vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('convene.refresh', () => changed.fire(undefined)),
    vscode.commands.registerCommand('convene.setKey', async () => {
      const entered = await enterKey(context.secrets)
      if (!entered) return
      renew()
      changed.fire(undefined)
      await tryKey(await client(), entered)
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(renew),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (!event.affectsConfiguration('convene') && !event.affectsConfiguration('copilotMultiAgent')) return
      const { warnings } = settingsTeam(storage)
      if (warnings.length > 0) void vscode.window.showWarningMessage(`Convene: ${warnings.join(' ')}`)
      if (reopens.some((name) => event.affectsConfiguration(name))) renew()
    }),
  ]
}

/** Settings the program is opened with. */
const reopens = ['convene.home', 'convene.nodePath', 'convene.agents', 'copilotMultiAgent.agents']

/** Closes the program. The next process that opens the data folder resumes its runs. */
export const deactivate = async (): Promise<void> => closing?.()
