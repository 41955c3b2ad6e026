import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How to start the scripted coding agent, and what it has noted: sessions, prompts, cancellations. */
export type ScriptedAgent = {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly mode: string
  log(): readonly { readonly [key: string]: string }[]
}

/** A coding agent that speaks ACP on stdio and does what its prompts say (`lineOf`). It keeps its sessions in the folder. */
export function scriptedAgent(folder: string, env: Record<string, string> = {}): ScriptedAgent {
  const file = join(folder, 'log.jsonl')
  return {
    command: process.execPath,
    args: [fileURLToPath(new URL('main.ts', import.meta.url))],
    env: { SCRIPTED_AGENT: folder, ...env },
    mode: 'default',
    log: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .split('\n')
            // The agent may be writing: what follows the last line break is not a line yet.
            .slice(0, -1)
            .map((line) => JSON.parse(line))
        : [],
  }
}
