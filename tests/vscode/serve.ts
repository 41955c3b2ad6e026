import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Editor } from './install.ts'

export type Served = { readonly port: number; readonly output: () => string; end(): void }

/**
 * The editor's server on its own port, with its own data. It ends with everything it started. `asks`: whether it asks
 * to trust a folder.
 */
export async function serveEditor(
  editor: Editor,
  data: string,
  environment: { readonly [name: string]: string },
  { asks = false }: { readonly asks?: boolean } = {},
): Promise<Served> {
  const child = spawn(
    editor.node,
    [editor.program, ...flagsFor(data), ...(asks ? [] : ['--disable-workspace-trust'])],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // It would look for extensions on the network.
      env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...environment },
    },
  )
  let output = ''
  const ready = new Promise<number>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      const chosen = /Extension host agent listening on (\d+)\s/u.exec(output)?.[1]
      if (chosen !== undefined) resolve(Number(chosen))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`The editor ended before it was ready:\n${output}`)))
  })
  const port = await ready
  // The whole group: extension hosts outlive a closed page.
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  }
  return { port, output: () => output, end }
}

const flagsFor = (data: string): readonly string[] => [
  '--host=127.0.0.1',
  // Its own choice: a port that we found free could be taken before it listens.
  '--port=0',
  '--without-connection-token',
  '--accept-server-license-terms',
  // Without it a built workbench silently ignores the payload that names the extension.
  '--enable-smoke-test-driver',
  '--disable-telemetry',
  `--server-data-dir=${join(data, 'server')}`,
  `--extensions-dir=${join(data, 'extensions')}`,
]
