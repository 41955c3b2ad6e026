import { spawn } from 'node:child_process'
import { ok, type Result, refuse } from '@convene/domain'

export type ProgramCall = {
  readonly command: string
  readonly args: readonly string[]
  /** Secrets are passed here: anyone on the machine can read a program's arguments. */
  readonly input?: string
  readonly environment: { readonly [name: string]: string }
  readonly limitMs: number
}

export type ProgramAnswer = { readonly code: number; readonly output: string; readonly complaint: string }

const MAX_BYTES = 100_000

/**
 * Runs a small program to completion and returns its output. If it hangs, it is killed, and its children are not waited
 * for.
 */
export function askProgram(call: ProgramCall): Promise<Result<ProgramAnswer>> {
  const { promise, resolve } = Promise.withResolvers<Result<ProgramAnswer>>()
  const child = spawn(call.command, [...call.args], { env: { ...call.environment }, windowsHide: true })
  const output = collect(child.stdout)
  const complaint = collect(child.stderr)
  const finish = (answer: Result<ProgramAnswer>) => {
    clearTimeout(late)
    for (const stream of child.stdio) stream?.destroy()
    resolve(answer)
  }
  const late = setTimeout(() => {
    child.kill('SIGKILL')
    finish(refuse('keychain_silent', `did not answer within ${call.limitMs / 1_000} seconds`))
  }, call.limitMs)
  child.on('error', (error) => finish(refuse('keychain_failed', `cannot be started: ${error.message}`)))
  child.on('close', (code) => finish(ok({ code: code ?? -1, output: output(), complaint: complaint() })))
  // A program that ends before reading all its input is judged by its answer.
  child.stdin.on('error', () => undefined)
  child.stdin.end(call.input ?? '')
  return promise
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('utf8')
}
