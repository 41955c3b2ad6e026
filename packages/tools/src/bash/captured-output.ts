import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export type OutputLimits = { readonly lines: number; readonly bytes: number; readonly spillBytes: number }

export const outputLimits: OutputLimits = { lines: 2_000, bytes: 50_000, spillBytes: 100_000_000 }

/** Collects output: its start and end in memory, and all of it in a file once that no longer holds everything. */
export type CapturedOutput = {
  add(chunk: Buffer): void
  /** The text to return. Call it once, after the last output. */
  finish(): { readonly text: string; readonly truncated: boolean }
}

export function capturedOutput(path: string, limits: OutputLimits = outputLimits): CapturedOutput {
  const half = Math.floor(limits.bytes / 2)
  const head: Buffer[] = []
  let headBytes = 0
  let tail = Buffer.alloc(0)
  let total = 0
  let lines = 0
  const spill = spillFile(path, limits.spillBytes)
  return {
    add(chunk) {
      const before = total > limits.bytes || lines > limits.lines ? undefined : Buffer.concat([...head, tail])
      total += chunk.length
      lines += countLines(chunk)
      const room = Math.max(0, half - headBytes)
      if (room > 0) head.push(chunk.subarray(0, room))
      headBytes += Math.min(room, chunk.length)
      if (chunk.length > room) tail = lastBytes(tail, chunk.subarray(room), half)
      if (total > limits.bytes || lines > limits.lines) spill.add(chunk, before)
    },
    finish() {
      const whole = total <= limits.bytes && lines <= limits.lines
      const kept = spill.close()
      const texts = [Buffer.concat(head), tail].map((part) => stripVTControlCharacters(part.toString('utf8')))
      if (whole) return { text: texts.join(''), truncated: false }
      return { text: shorten(texts, Math.floor(limits.lines / 2), note(total, kept, path)), truncated: true }
    },
  }
}

/** Cuts right away: a pipe can carry far more than is shown, and a flood must not fill memory. */
const lastBytes = (tail: Buffer, chunk: Buffer, half: number): Buffer<ArrayBuffer> =>
  chunk.length >= half ? Buffer.from(chunk.subarray(-half)) : Buffer.concat([tail, chunk]).subarray(-half)

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count++
  return count
}

function note(total: number, kept: { readonly bytes: number; readonly error?: string }, path: string): string {
  if (kept.error !== undefined) return `… cut: ${total} bytes in all; the rest could not be saved (${kept.error}) …`
  const where = kept.bytes < total ? `the first ${kept.bytes} are in ${path}` : `all of it is in ${path}`
  return `… cut: ${total} bytes in all, ${where} …`
}

function shorten([head = '', tail = '']: readonly string[], lines: number, between: string): string {
  const first = head.split('\n')
  const last = tail === '' ? first.splice(lines) : tail.split('\n')
  return [first.slice(0, lines).join('\n'), between, last.slice(-lines).join('\n')].join('\n')
}

function spillFile(path: string, limit: number) {
  let file: number | undefined
  let bytes = 0
  let error: string | undefined
  const write = (chunk: Buffer) => {
    if (file === undefined || error !== undefined) return
    try {
      bytes += writeSync(file, chunk, 0, Math.min(chunk.length, limit - bytes))
    } catch (cause) {
      error = (cause as Error).message
    }
  }
  const open = (before: Buffer) => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      file = openSync(path, 'w', 0o600)
    } catch (cause) {
      error = (cause as Error).message
    }
    write(before)
  }
  return {
    /** `before` is everything received before the chunk that exceeds the limit, and is passed along with that chunk. */
    add(chunk: Buffer, before?: Buffer) {
      if (before) open(before)
      write(chunk)
    },
    close() {
      if (file !== undefined) closeSync(file)
      return error === undefined ? { bytes } : { bytes, error }
    },
  }
}
