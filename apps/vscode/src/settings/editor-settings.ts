import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import * as vscode from 'vscode'
import type { Verbosity } from '../chat/shown.ts'
import { editorTeam } from './editor-team.ts'

const read = <T>(name: string, usual: T): T => vscode.workspace.getConfiguration('convene').get<T>(name) ?? usual

/** What names of the editor's tools begin with, where agents name them. */
const EDITOR = 'editor_'

/** The settings of the editor, read when they are needed: a change counts from the next request on. */
export const editorSettings = {
  home: (): string => read('home', '') || process.env.CONVENE_HOME || join(homedir(), '.convene'),
  nodePath: (): string => read('nodePath', ''),
  verbosity: (): Verbosity => read<Verbosity>('verbosity', 'detailed'),
  workspace: (): string => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? homedir(),
  isTrusted: (): boolean => vscode.workspace.isTrusted,
  /** Which of the editor's own tools some agent names. */
  wantedTools: (): ReadonlySet<string> => {
    const agents = read<readonly { readonly toolPermissions?: { readonly tools?: unknown } }[]>('agents', [])
    const named = Array.isArray(agents) ? agents.flatMap((agent) => agent?.toolPermissions?.tools ?? []) : []
    return new Set(
      named.flatMap((name) => (String(name).startsWith(EDITOR) ? [String(name).slice(EDITOR.length)] : [])),
    )
  },
}

/** The agents of the settings as a team file of ours, and what is wrong with them. */
export function settingsTeam(storage: string): {
  readonly file: string | undefined
  readonly warnings: readonly string[]
} {
  const { team, warnings } = editorTeam(read<unknown>('agents', []), read<unknown>('entryAgent', ''))
  if (team === undefined) return { file: undefined, warnings }
  mkdirSync(storage, { recursive: true })
  const file = join(storage, 'editor-team.json')
  writeFileSync(file, JSON.stringify(team, null, 2), { mode: 0o600 })
  return { file, warnings }
}
