import { execFileSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ownSystem } from '@convene/platform'
import { type Client, createClient, heldRequest, httpHost } from '@convene/protocol'
import * as vscode from 'vscode'
import { CHILD_ORIGIN, childApp, restartingApp, startChild } from './child-app.ts'
import { findNode, placeFor } from './choose-place.ts'
import type { ProgramApp, ProgramAppOptions } from './program-app.ts'

/** The editor's connection to the program, wherever it runs. */
export type Connection = {
  readonly client: Client
  /** `fetch` for the program: its API, its streams, and calls only editors make. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export type Ways = {
  readonly options: ProgramAppOptions
  readonly extension: vscode.Uri
  /** Answers the program's requests to the editor. */
  answerEditor(request: Request): Promise<Response>
  readonly nodePath: string
  /** For tests: where to run the program, regardless of the editor's Node. */
  readonly place?: 'here' | 'child'
}

/** Opens the program. Rejects with a message that says what to do. */
export async function connect(ways: Ways): Promise<Connection> {
  const place = ways.place ?? placeFor({ version: process.version, hasSqlite })
  const { fetch, close } = place === 'here' ? await openHere(ways) : await openChild(ways)
  const send = (path: string, init?: RequestInit) => fetch(heldRequest(new URL(path, CHILD_ORIGIN), init))
  const overApp = ((input: string, init?: RequestInit) => send(input, init)) as typeof globalThis.fetch
  return { client: createClient(httpHost({ fetch: overApp })), fetch: send, close }
}

function hasSqlite(): boolean {
  try {
    return typeof process.getBuiltinModule?.('node:sqlite')?.DatabaseSync === 'function'
  } catch {
    return false
  }
}

async function openHere({ options, answerEditor, extension }: Ways): Promise<ProgramApp> {
  const module = vscode.Uri.joinPath(extension, 'dist', 'program', 'app.mjs').toString(true)
  const { openProgramApp: openApp } = (await import(module)) as typeof import('./program-app.ts')
  return openApp(options, (path, init) => answerEditor(heldRequest(new URL(path, CHILD_ORIGIN), init)))
}

async function openChild({ options, answerEditor, extension, nodePath }: Ways): Promise<ProgramApp> {
  const path = process.env.PATH ?? ''
  const executable = `node${ownSystem.programEnds[0]}`
  const found = findNode({ named: nodePath, path, delimiter, executable, versionOf })
  if ('why' in found) throw new Error(found.why)
  const program = join(extension.fsPath, 'dist', 'program', 'child.mjs')
  return restartingApp(() => childApp(startChild(found.node, program, options), answerEditor))
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', timeout: 5_000 }).trim()
  } catch {
    return undefined
  }
}
