import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionId, TaskId } from '@convene/domain'
import { plainName } from '@convene/platform'
import { z } from 'zod'

const MAX_SESSIONS = 200

/** Who has read a file, or wants to change it. */
type Reader = { readonly session: SessionId; readonly task: TaskId }

/** What each task of a session has read, by content, so that only files it has seen are changed. */
export type ReadMarks = {
  remember(reader: Reader, path: string, bytes: Uint8Array | undefined): Promise<void>
  /**
   * `unread`: not read in this session. `changed`: by someone else, after this task read it. `unsaved`: an editor has
   * changes that are not in the file yet.
   */
  check(reader: Reader, path: string, bytes: Uint8Array): Promise<'fresh' | 'unread' | 'changed' | 'unsaved'>
}

/** By task and path, and by path alone for the session's newest mark. */
type Marks = Map<string, string>

/** Marks in memory and in one file per session: an edit that waited for approval across a restart is still valid. */
export function readMarks(home: string): ReadMarks {
  const folder = join(home, 'reads')
  const known = new Map<SessionId, Promise<Marks>>()
  const marksOf = (session: SessionId): Promise<Marks> => {
    const marks = known.get(session) ?? load(join(folder, plainName(session)))
    known.delete(session)
    known.set(session, marks)
    const oldest = known.size > MAX_SESSIONS ? known.keys().next().value : undefined
    if (oldest !== undefined) known.delete(oldest)
    return marks
  }
  return {
    async remember({ session, task }, path, bytes) {
      const marks = await marksOf(session)
      const hash = bytes ? hashOf(bytes) : ''
      if (marks.get(keyOf(task, path)) === hash && marks.get(path) === hash) return
      mark(marks, [task, path, hash])
      await keep(folder, plainName(session), `${JSON.stringify([task, path, hash])}\n`)
    },
    async check({ session, task }, path, bytes) {
      const marks = await marksOf(session)
      const hash = marks.get(keyOf(task, path)) ?? marks.get(path)
      if (!hash) return 'unread'
      return hash === hashOf(bytes) ? 'fresh' : 'changed'
    },
  }
}

const keyOf = (task: string, path: string): string => `${task}\0${path}`

function mark(marks: Marks, [task, path, hash]: readonly [string, string, string]): void {
  marks.set(keyOf(task, path), hash)
  marks.set(path, hash)
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/** A mark that cannot be saved is still in memory. At worst, the file has to be read again after a restart. */
async function keep(folder: string, name: string, line: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(join(folder, name), line, { mode: 0o600 })
  } catch {}
}

async function load(file: string): Promise<Marks> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const marks: Marks = new Map()
  for (const line of text.split('\n')) {
    const read = Line.safeParse(parsed(line))
    if (read.success) mark(marks, read.data)
  }
  return marks
}

const Line = z.tuple([z.string(), z.string(), z.string()])

/** The last line may be half written. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
