import { open, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Refusal, Result } from '@convene/domain'
import { quoteFile } from '@convene/program'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'

/** The goal with its attachments quoted under it. */
export type Goal = { readonly text: string; readonly attachments: readonly string[] }

const MOST_BYTES = 256 * 1024
const MOST_TOGETHER = 1024 * 1024

/** Reads the goal (`-`: from standard input) and the files attached to it. Nothing is cut: what is too large is refused. */
export async function goalOf(program: Program, input: Input): Promise<Result<Goal>> {
  const typed = input.words[0] ?? ''
  const text = typed === '-' ? (await program.terminal.readAll()).trim() : typed
  if (text === '') return refuse('The goal is empty. Say what the team should do: convene run "<goal>".')
  const attachments: string[] = []
  let size = 0
  let quoted = text
  for (const name of input.list('attach')) {
    const file = await readAttachment(resolve(name), name)
    if (!file.ok) return file
    size += file.value.length
    if (size > MOST_TOGETHER) return refuse(`The attachments are larger than 1 MB together. Attach less.`)
    attachments.push(basename(name))
    quoted += `\n\n${quoteFile(basename(name), file.value)}`
  }
  return { ok: true, value: { text: quoted, attachments } }
}

async function readAttachment(path: string, name: string): Promise<Result<string>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) return refuse(`The attachment ${name} cannot be read (${found.code}).`)
  if (!found.isFile()) return refuse(`The attachment ${name} is not a file.`)
  if (found.size > MOST_BYTES)
    return refuse(`The attachment ${name} is larger than 256 KB. Attach the part that matters.`)
  const file = await open(path).catch((error: NodeJS.ErrnoException) => error)
  if (file instanceof Error) return refuse(`The attachment ${name} cannot be read (${file.code}).`)
  try {
    const bytes = await file.readFile()
    if (bytes.includes(0)) return refuse(`The attachment ${name} is not text. Only text files can be attached.`)
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return refuse(`The attachment ${name} is not UTF-8 text. Only text files can be attached.`)
  } finally {
    await file.close()
  }
}

const refuse = (message: string): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'bad_goal', message },
})
