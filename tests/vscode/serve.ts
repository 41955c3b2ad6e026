import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
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
  const port = await freePort()
  const child = spawn(
    editor.node,
    [editor.program, ...flagsFor(port, data), ...(asks ? [] : ['--disable-workspace-trust'])],
    {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // It would look for extensions on the network.
      env: { ...process.env, EXTENSIONS_GALLERY: '{}', ...environment },
    },
  )
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Extension host agent listening')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`The editor ended before it was ready:\n${output}`)))
  })
  await ready
  // The whole group: extension hosts outlive a closed page.
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL')
    } catch {}
  }
  return { port, output: () => output, end }
}

const flagsFor = (port: number, data: string): readonly string[] => [
  '--host=127.0.0.1',
  `--port=${port}`,
  '--without-connection-token',
  '--accept-server-license-terms',
  // Without it a built workbench silently ignores the payload that names the extension.
  '--enable-smoke-test-driver',
  '--disable-telemetry',
  `--server-data-dir=${join(data, 'server')}`,
  `--extensions-dir=${join(data, 'extensions')}`,
]

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
