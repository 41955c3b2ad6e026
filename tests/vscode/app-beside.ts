import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { type Client, createClient, httpHost } from '@convene/protocol'
import { type Desk, environmentOf } from './host.ts'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')

export type AppBeside = { readonly client: Client; end(): void }

/** `convene serve` on a desk's data folder: the app, in a separate process next to the editor. */
export async function serveApp(desk: Desk): Promise<AppBeside> {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], {
    cwd: desk.workspace,
    env: environmentOf(desk),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const link = await new Promise<URL>((found, failed) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      const [address] = /http:\S+\/open\?token=\S+/u.exec(said) ?? []
      if (address !== undefined) found(new URL(address))
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => failed(new Error(`The app ended before it was ready: ${said}`)))
  })
  const token = link.searchParams.get('token') ?? ''
  return { client: createClient(httpHost({ base: link.origin, token, retryMs: 50 })), end: () => child.kill('SIGKILL') }
}
