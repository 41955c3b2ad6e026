import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How to start the scripted coding agent, and its notes: sessions, prompts, cancellations. */
export type ScriptedAgent = {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly mode: string
  log(): readonly { readonly [key: string]: string }[]
}

/**
 * A coding agent that speaks ACP on stdio and does what its prompts say (`lineOf`). It stores its sessions in the
 * folder.
 */
export function scriptedAgent(folder: string, env: Record<string, string> = {}): ScriptedAgent {
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('main.ts', import.meta.url))],
    env: { SCRIPTED_AGENT: folder, ...env },
    mode: 'default',
    log: () => notesIn(folder),
  }
}

/** The notes of an agent with this folder. */
export function notesIn(folder: string): readonly { readonly [key: string]: string }[] {
  const file = join(folder, 'log.jsonl')
  if (!existsSync(file)) return []
  // The agent may be writing: anything after the last line break is not a line yet.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

/** The running processes in which an agent with this folder has started sessions. */
export const agentsRunning = (folder: string): readonly number[] =>
  notesIn(folder)
    .flatMap((entry) => (entry.new ? [Number(/^s(\d+)-/u.exec(entry.new)?.[1])] : []))
    .filter(isRunning)

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
