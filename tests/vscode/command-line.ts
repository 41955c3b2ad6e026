import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { type Desk, environmentOf } from './host.ts'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')

/** Runs the command line on a desk's data folder. Fails with its output. */
export function runOnDesk(desk: Desk, ...words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [launcher, ...words], { cwd: desk.workspace, env: environmentOf(desk) })
  let said = ''
  child.stdin.end()
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((done, failed) => {
    child.once('close', (code) =>
      code === 0 ? done(said) : failed(new Error(`${words[0]} ended with ${code}: ${said}`)),
    )
  })
}
