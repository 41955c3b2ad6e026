import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { RunRequest } from '@convene/domain'
import * as vscode from 'vscode'
import { type EditorTeam, editorTeam } from './editor-team.ts'
import type { EditorVerbosity } from './verbosity.ts'

const read = <T>(name: string, usual: T): T => vscode.workspace.getConfiguration('convene').get<T>(name) ?? usual

/** The prefix agents use to name editor tools. */
const EDITOR = 'editor_'

/** The editor's settings, read on demand: a change applies from the next request. */
export const editorSettings = {
  home: (): string => read('home', '') || process.env.CONVENE_HOME || join(homedir(), '.convene'),
  nodePath: (): string => read('nodePath', ''),
  verbosity: (): EditorVerbosity => read<EditorVerbosity>('verbosity', 'detailed'),
  /** What the settings say about a run in this mode. */
  runOptions: async (mode?: string): Promise<RunRequest> => {
    const { optionsFrom } = await import('./run-options.ts')
    return optionsFrom((name) => read<unknown>(name, undefined), mode)
  },
  workspace: (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(),
  isTrusted: (): boolean => vscode.workspace.isTrusted,
  /** The editor tools that at least one agent names. */
  wantedTools: (): ReadonlySet<string> => {
    const { agents } = writtenAgents()
    const listed: readonly { readonly toolPermissions?: { readonly tools?: unknown } }[] = Array.isArray(agents)
      ? agents
      : []
    const named = listed.flatMap((agent) => agent?.toolPermissions?.tools ?? [])
    return new Set(
      named.flatMap((name) => (String(name).startsWith(EDITOR) ? [String(name).slice(EDITOR.length)] : [])),
    )
  },
}

/** A team file built from the settings, with their problems. */
export type SettingsTeam = Pick<EditorTeam, 'warnings' | 'unknownTools'> & { readonly file: string | undefined }

/** Turns the agents in the settings into a team file, with their problems. */
export function settingsTeam(storage: string): SettingsTeam {
  const { agents, entryAgent, section } = writtenAgents()
  const { team, warnings, unknownTools } = editorTeam(agents, entryAgent, section)
  if (team === undefined) return { file: undefined, warnings, unknownTools }
  mkdirSync(storage, { recursive: true })
  const file = join(storage, 'editor-team.json')
  writeFileSync(file, JSON.stringify(team, null, 2), { mode: 0o600 })
  return { file, warnings, unknownTools }
}

/** The agents in our settings, or those of the earlier extension with the same format. */
function writtenAgents() {
  const own = read<unknown>('agents', [])
  const isSet = !Array.isArray(own) || own.length > 0
  if (isSet) return { agents: own, entryAgent: read<unknown>('entryAgent', ''), section: 'convene' }
  const [agents, entryAgent] = [theirs('agents'), theirs('entryAgent')]
  return { agents: agents ?? [], entryAgent: entryAgent ?? '', section: OTHER }
}

const OTHER = 'copilotMultiAgent'

/** We cannot restrict another extension's settings, so in an untrusted workspace only the user's own values count. */
function theirs(name: string): unknown {
  const settings = vscode.workspace.getConfiguration(OTHER)
  return vscode.workspace.isTrusted ? settings.get(name) : settings.inspect(name)?.globalValue
}
