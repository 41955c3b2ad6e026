import { spawn } from 'node:child_process'

export type Ended = {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

/**
 * Runs a program to completion and returns its output. `program` is an executable and its arguments, `more` is added to
 * the environment.
 */
export function runProgram(
  [file = '', ...parameters]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(file, parameters, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...more } })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  })
}
