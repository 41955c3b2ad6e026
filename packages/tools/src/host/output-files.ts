import { mkdir, open, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result, refuse, type SessionId } from '@convene/domain'
import type { ToolRequest } from '@convene/engine'
import { plainName } from '@convene/platform'

const MAX_BYTES = 50_000_000

/** Where a session's long outputs are stored. Its agents may read there. */
export const outputFolder = (home: string, session: SessionId): string => join(home, 'outputs', plainName(session))

/** The same as a real path. Undefined if nothing has been stored yet. */
export const realOutputFolder = (home: string, session: SessionId): Promise<string | undefined> =>
  realpath(outputFolder(home, session)).catch(() => undefined)

/** Stores an output where only its user can read it. Returns the path. */
export async function keepOutput(home: string, request: ToolRequest, output: string): Promise<Result<string>> {
  const folder = outputFolder(home, request.session)
  const path = join(folder, `${plainName(`${request.task}-${request.call}`)}.txt`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(Buffer.from(output).subarray(0, MAX_BYTES))
    } finally {
      await file.close()
    }
    return ok(path)
  } catch (error) {
    return refuse('not_kept', error instanceof Error ? error.message : String(error))
  }
}
