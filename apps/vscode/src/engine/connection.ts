import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import {
  answerPipe,
  type Client,
  createClient,
  type Frame,
  heldRequest,
  httpHost,
  type Pipe,
  pipeFetch,
} from '@convene/protocol'
import * as vscode from 'vscode'
import { findNode, placeFor } from './choose-place.ts'
import type { Door, DoorOptions } from './door.ts'

/** The program, wherever it runs, as this editor reaches it. */
export type Connection = {
  readonly client: Client
  /** `fetch` of the program: its calls, its streams, and what only editors ask. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export type Ways = {
  readonly options: DoorOptions
  readonly extension: vscode.Uri
  /** Answers what the program asks of the editor. */
  answerEditor(request: Request): Promise<Response>
  readonly nodePath: string
  /** For tests: runs the program in this place, whatever the editor has. */
  readonly place?: 'here' | 'child'
}

/** No address: nothing is ever looked up. */
const ORIGIN = 'http://convene.invalid'

/** Opens the program. Rejects with a sentence that a person can act on. */
export async function connect(ways: Ways): Promise<Connection> {
  const place = ways.place ?? placeFor({ version: process.version, hasSqlite })
  const { fetch, close } = place === 'here' ? await openHere(ways) : await openChild(ways)
  const send = (path: string, init?: RequestInit) => fetch(heldRequest(new URL(path, ORIGIN), init))
  const overDoor = ((input: string, init?: RequestInit) => send(input, init)) as typeof globalThis.fetch
  return { client: createClient(httpHost({ fetch: overDoor })), fetch: send, close }
}

function hasSqlite(): boolean {
  try {
    return typeof process.getBuiltinModule?.('node:sqlite')?.DatabaseSync === 'function'
  } catch {
    return false
  }
}

async function openHere({ options, answerEditor, extension }: Ways): Promise<Door> {
  const module = vscode.Uri.joinPath(extension, 'dist', 'program', 'door.mjs').toString(true)
  const { openDoor } = (await import(module)) as typeof import('./door.ts')
  return openDoor(options, (path, init) => answerEditor(heldRequest(new URL(path, ORIGIN), init)))
}

async function openChild({ options, answerEditor, extension, nodePath }: Ways): Promise<Door> {
  const path = process.env.PATH ?? ''
  const executable = process.platform === 'win32' ? 'node.exe' : 'node'
  const found = findNode({ named: nodePath, path, delimiter, executable, versionOf })
  if ('why' in found) throw new Error(found.why)
  const program = join(extension.fsPath, 'dist', 'program', 'child.mjs')
  const child = spawn(found.node, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '' },
  })
  const ended = whyEnded(child)
  const stop = answerPipe(pipeTo(child, 'editor'), answerEditor, ORIGIN)
  const ask = pipeFetch(pipeTo(child, 'program'))
  return {
    fetch: async (request) => {
      if (child.exitCode !== null) throw new Error(await ended)
      return ask(request)
    },
    close: async () => {
      stop()
      child.disconnect()
      await ended
    },
  }
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', timeout: 5_000 }).trim()
  } catch {
    return undefined
  }
}

/** The last thing it said, for those who still wait for an answer. */
function whyEnded(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000)
  })
  return new Promise((resolve) => {
    child.once('exit', () => resolve(`The program behind Convene has ended. ${said.trim()}`))
    child.once('error', (error) => resolve(error.message))
  })
}

type Sent = { readonly to: 'editor' | 'program'; readonly frame: Frame }

/** Two conversations share the channel: the editor asks the program, and the program asks the editor. */
function pipeTo(child: ChildProcess, side: Sent['to']): Pipe {
  return {
    send: (frame) => void (child.connected && child.send({ to: side, frame } satisfies Sent)),
    hear: (take) => {
      const hear = (message: unknown) => {
        const { to, frame } = message as Sent
        if (to === side) take(frame)
      }
      child.on('message', hear)
      return () => child.off('message', hear)
    },
  }
}
