import { DatabaseSync } from 'node:sqlite'
import { type Result, refuse } from '@convene/domain'

const BUSY = 5

/** Only one process of this machine does this at a time. If it dies, its lock goes with it. */
export async function whileLocked<T>(folder: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const database = new DatabaseSync(`${folder}.lock`)
  try {
    database.exec('BEGIN IMMEDIATE')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === BUSY)
      return refuse('busy', 'Your files are being changed right now.')
    throw error
  }
  try {
    return await work()
  } finally {
    database.close()
  }
}
