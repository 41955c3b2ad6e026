import { StorageFailure } from '@convene/engine'

const full = 13
/** The shared memory file could not grow. On a full disk, opening fails like this long before anything is written. */
const noSharedMemory = 4_874
const readOnly = 8
const inputOutput = 10
const cannotOpen = 14
const damaged = [11, 26]
const busy = [5, 6]

/** An error of SQLite or the file system as a failure with advice, or undefined if it is our own bug. */
export function storageFailure(error: unknown): StorageFailure | undefined {
  if (error instanceof StorageFailure) return error
  const { errcode, code, message } = error as { errcode?: number; code?: string; message?: string }
  const name = nameOf(errcode, code)
  return name && new StorageFailure(name, `${sentences[name]} (${message})`)
}

/** Another process is writing, so a retry is worthwhile. */
export function isDatabaseBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && busy.includes(errcode & 0xff)
}

/** Runs `work` and converts errors of SQLite or the file system to `StorageFailure`. */
export function withStorageFailures<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storageFailure(error) ?? error
  }
}

type Name = keyof typeof sentences

const sentences = {
  disk_full:
    'The disk is full, so nothing more can be stored. Everything stored before is safe. Free some space, then resume the session.',
  read_only:
    'The data folder is not writable. Everything stored before is safe. Make the folder and its files writable for you, or set CONVENE_HOME to another folder.',
  io_error:
    'The disk reported an error, so this was not stored. Everything stored before is safe. Check the disk, then resume the session.',
  damaged:
    'The database is damaged. Restart Convene: it sets the file aside untouched and recovers as much as possible.',
  busy: 'Another process kept the database locked for too long, so this was not stored. Everything stored before is safe. Try again.',
} as const

function nameOf(errcode: number | undefined, code: string | undefined): Name | undefined {
  if (errcode !== undefined) return ofSqlite(errcode)
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full'
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return 'read_only'
  if (code === 'EIO') return 'io_error'
  return undefined
}

function ofSqlite(errcode: number): Name | undefined {
  const primary = errcode & 0xff
  if (primary === full || errcode === noSharedMemory) return 'disk_full'
  if (primary === readOnly || primary === cannotOpen) return 'read_only'
  if (primary === inputOutput) return 'io_error'
  if (damaged.includes(primary)) return 'damaged'
  if (busy.includes(primary)) return 'busy'
  return undefined
}
