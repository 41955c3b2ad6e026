import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { Image, Refusal, Result, SessionId } from '@convene/domain'
import { quoteFile } from '@convene/host'
import { imageFiles } from '@convene/store'
import type { Input } from '../command-line/input.ts'
import type { CliProgram } from '../program.ts'

/** The goal with its attached texts quoted below it, and its pictures. */
export type Goal = {
  readonly text: string
  readonly attachments: readonly string[]
  readonly pictures: readonly Picture[]
}

type Picture = { readonly name: string; readonly bytes: Buffer }

const MOST_BYTES = 256 * 1024
const LARGEST_PICTURE = 3_750_000
const MOST_TOGETHER = 1024 * 1024

/** Reads the goal (`-`: standard input) and its attachments. Nothing is cut: a file that is too large is refused. */
export async function givenGoal(program: CliProgram, input: Input): Promise<Result<Goal>> {
  const typed = input.words[0] ?? ''
  const text = typed === '-' ? (await program.terminal.readAll()).trim() : typed
  if (text === '') return refuse('The goal is empty. Say what the team should do: convene run "<goal>".')
  const attachments: string[] = []
  const pictures: Picture[] = []
  let size = 0
  let quoted = text
  for (const name of input.list('attach')) {
    const bytes = await readAttachment(resolve(name), name)
    if (!bytes.ok) return bytes
    attachments.push(basename(name))
    if (bytes.value.includes(0)) {
      pictures.push({ name: basename(name), bytes: bytes.value })
      continue
    }
    const file = textOf(bytes.value, name)
    if (!file.ok) return file
    size += file.value.length
    if (size > MOST_TOGETHER) return refuse(`The attachments exceed 1 MB in total. Attach less.`)
    quoted += `\n\n${quoteFile(basename(name), file.value)}`
  }
  return { ok: true, value: { text: quoted, attachments, pictures } }
}

/** Stores the pictures with the session, so its agents can see them. */
export async function keepGivenImages(
  program: CliProgram,
  session: SessionId,
  pictures: readonly Picture[],
): Promise<Result<readonly Image[]>> {
  const images: Image[] = []
  if (pictures.length === 0) return { ok: true, value: images }
  const files = imageFiles((await program.store()).blobs)
  for (const { name, bytes } of pictures) {
    const kept = await files.keep(session, bytes, name)
    if (kept.ok) images.push(kept.value)
    else if (kept.refusal.code === 'no_image')
      return refuse(`Cannot attach ${name}: it is neither text nor a PNG, JPEG, GIF or WebP image.`)
    else return kept
  }
  return { ok: true, value: images }
}

async function readAttachment(path: string, name: string): Promise<Result<Buffer>> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error) return unreadable(name, found)
  if (!found.isFile()) return refuse(`The attachment ${name} is not a file.`)
  if (found.size > LARGEST_PICTURE)
    return refuse(
      `The attachment ${name} is too large. The limit is 256 KB for text and ${LARGEST_PICTURE} bytes for an image.`,
    )
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => error)
  if (bytes instanceof Error) return unreadable(name, bytes)
  return { ok: true, value: bytes }
}

const unreadable = (name: string, { code }: NodeJS.ErrnoException) =>
  refuse(code === 'ENOENT' ? `The attachment ${name} does not exist.` : `Cannot read the attachment ${name} (${code}).`)

function textOf(bytes: Buffer, name: string): Result<string> {
  if (bytes.length > MOST_BYTES)
    return refuse(`The attachment ${name} is larger than 256 KB. Attach only the relevant part.`)
  try {
    return { ok: true, value: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return refuse(`The attachment ${name} is not UTF-8 text. Attach only text files and images.`)
  }
}

const refuse = (message: string): { readonly ok: false; readonly refusal: Refusal } => ({
  ok: false,
  refusal: { code: 'bad_goal', message },
})
