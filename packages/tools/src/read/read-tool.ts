import { type FileHandle, readdir } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { type Resource, readReference } from '@convene/domain'
import { MAX_IMAGE_BYTES, measureImage, tooLarge } from '@convene/store'
import { z } from 'zod'
import { MAX_EDITABLE_BYTES } from '../change/change.ts'
import type { ReadMarks } from '../change/read-marks.ts'
import { type EditorBuffers, unsavedText } from '../change/unsaved.ts'
import { failed, MOVED } from '../failed-output.ts'
import { realOutputFolder } from '../host/output-files.ts'
import { openFile } from '../path/open-checked.ts'
import { type ResolvedPath, resolvePath } from '../path/resolve-path.ts'
import { reading, refusedPath, wasJudged } from '../path/touch.ts'
import { decodeAny } from '../text/decode-any.ts'
import { fileKind } from '../text/file-kind.ts'
import { readBytes } from '../text/read-bytes.ts'
import { readPieces } from '../text/read-pieces.ts'
import type { Tool, ToolContext, ToolResult } from '../tool.ts'
import { takeLines } from './line-window.ts'
import { presentLines, windowFor } from './present-lines.ts'
import { type OutputLog, readOutput } from './read-output.ts'

const LINES = 2_000

const Input = z.strictObject({
  path: z.string().min(1).describe('The file, relative to the workspace or absolute.'),
  offset: z.int().min(1).default(1).describe('The first line to read, from 1.'),
  limit: z.int().min(1).max(LINES).default(LINES).describe('How many lines to read.'),
})
type ReadInput = z.infer<typeof Input>

export type ReadToolOptions = {
  readonly home: string
  readonly marks: ReadMarks
  readonly log?: OutputLog | undefined
  readonly buffers?: EditorBuffers | undefined
}

/** Reads numbered lines of a file, or of a shortened output. A file that was read may be edited. */
export function readTool({ home, marks, log, buffers }: ReadToolOptions): Tool<ReadInput> {
  const resourcesOf = async (place: ResolvedPath, context: ToolContext): Promise<readonly Resource[]> =>
    reading('read', place, await realOutputFolder(home, context.session))
  return {
    name: 'read',
    description:
      'Read a text file, or look at an image (PNG, JPEG, GIF, WebP). Lines come numbered, as "12\\ttext"; the number is not part of the file. ' +
      `At most ${LINES} lines at a time: continue with offset. A file must be read before it can be edited.`,
    input: Input,
    permission: 'read',
    readOnly: true,
    reaches: ['files'],
    inspect: async ({ path }, context) => {
      if (readReference(path) !== undefined) return [{ permission: 'read', target: path }]
      const place = await resolvePath(context.workspace, path)
      return place.ok ? resourcesOf(place.value, context) : refusedPath('read', path, place.refusal)
    },
    run: async (input, context) => {
      const output = readReference(input.path)
      if (output !== undefined) return readOutput(log, output, input, context)
      const place = await resolvePath(context.workspace, input.path)
      if (!place.ok) return failed(place.refusal.message)
      if (!wasJudged(context, await resourcesOf(place.value, context))) return failed(MOVED)
      if (place.value.kind === 'folder') return failed(`"${input.path}" is a folder. Use "list" to see what is in it.`)
      if (place.value.kind === 'nothing') return failed(await notThere(place.value))
      const opened = await openFile(place.value)
      if (!opened.ok) return failed(opened.refusal.message)
      const { handle } = opened.value
      try {
        const { real: path } = place.value
        return await readOpened(handle, input, {
          remember: (bytes) => marks.remember(context, path, bytes),
          unsaved: (bytes) => unsavedText(buffers, context.session, { path, bytes }),
        })
      } finally {
        await handle.close()
      }
    },
  }
}

/** What else is known about a file's bytes. */
type Knowing = {
  remember(bytes: Buffer): Promise<void>
  unsaved(bytes: Buffer): Promise<string | undefined>
}

async function readOpened(handle: FileHandle, input: ReadInput, { remember, unsaved }: Knowing): Promise<ToolResult> {
  const { size } = await handle.stat()
  const start = Buffer.alloc(Math.min(size, 8_192))
  await handle.read(start, 0, start.length, 0)
  const kind = fileKind(start)
  if (kind.is === 'image') return showImage(handle, input.path, kind.name)
  if (kind.is === 'binary')
    return failed(`"${input.path}" is a ${kind.name} of ${size} bytes, not text. It cannot be read with this tool.`)
  const window = windowFor(input)
  const bytes = await readBytes(handle, MAX_EDITABLE_BYTES)
  if (!bytes) return presentLines('file', await takeLines(readPieces(handle), window), window, LARGE)
  const typed = await unsaved(bytes)
  if (typed !== undefined) return presentLines('file', await takeLines([typed], window), window, UNSAVED)
  await remember(bytes)
  const { text, note } = decodeAny(bytes)
  return presentLines('file', await takeLines([text], window), window, note)
}

async function showImage(handle: FileHandle, path: string, kind: string): Promise<ToolResult> {
  const { size } = await handle.stat()
  const bytes = await readBytes(handle, MAX_IMAGE_BYTES)
  if (!bytes) return failed(tooLarge(`"${path}"`, size))
  const measured = measureImage(bytes)
  if (!measured) return failed(`"${path}" is a ${kind} of ${size} bytes. Only PNG, JPEG, GIF and WebP can be shown.`)
  const pixels = measured.width ? `, ${measured.width} × ${measured.height} pixels` : ''
  return {
    ok: true,
    output: `"${path}" is a ${kind} of ${size} bytes${pixels}.`,
    pictures: [{ bytes, name: basename(path) }],
  }
}

const UNSAVED =
  "This is the text in the user's editor, which is not saved. The file can be changed once it is saved and read again."
const LARGE = 'The file is too large to be edited with these tools.'

async function notThere(place: ResolvedPath): Promise<string> {
  const wanted = basename(place.real).toLowerCase()
  const names = await readdir(dirname(place.real)).catch(() => [])
  const near = names.filter((name) => isNear(name.toLowerCase(), wanted)).slice(0, 3)
  const hint = near.length > 0 ? ` Near it: ${near.join(', ')}.` : ''
  return `"${place.asked}" does not exist.${hint}`
}

const isNear = (name: string, wanted: string): boolean =>
  name.includes(wanted) || wanted.includes(name) || stem(name) === stem(wanted)

const stem = (name: string): string => name.replace(/\.[^.]*$/, '')
