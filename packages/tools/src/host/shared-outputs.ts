import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json, SessionId } from '@convene/domain'
import type { ToolRequest } from '@convene/engine'
import { plainName } from '@convene/platform'
import { outputFolder } from './output-files.ts'

/** Long outputs by name, for any worker that may continue a session. */
export type SharedOutputs = {
  put(session: SessionId, name: string, bytes: Uint8Array): Promise<void>
  get(session: SessionId, name: string): Promise<Uint8Array | undefined>
}

/** Shares what a call has left in the output folder: an output that was cut, or a command's log. */
export async function shareOutputs(home: string, request: ToolRequest, outputs: SharedOutputs): Promise<void> {
  const { session, task, call } = request
  for (const name of [`${plainName(`${task}-${call}`)}.txt`, `${task.replaceAll('/', '_')}-${call}.log`]) {
    const bytes = await readFile(join(outputFolder(home, session), name)).catch(() => undefined)
    // The call has succeeded anyway, and its agent can read the file here.
    if (bytes) await outputs.put(session, name, bytes).catch(() => undefined)
  }
}

/**
 * The request with the path of a long output as it is on this machine, fetched first if another worker made it. Only
 * outputs of the request's own session, by their plain names.
 */
export async function withOutputHere(
  home: string,
  request: ToolRequest,
  outputs: SharedOutputs | undefined,
): Promise<ToolRequest> {
  const name = outputs && outputName(request)
  if (!name) return request
  const path = join(outputFolder(home, request.session), name)
  const isHere = (await exists(path)) || (await fetched(path, await outputs.get(request.session, name)))
  return isHere ? { ...request, input: { ...(request.input as { readonly [key: string]: Json }), path } } : request
}

function outputName({ session, input }: ToolRequest): string | undefined {
  if (typeof input !== 'object' || input === null || !('path' in input) || typeof input.path !== 'string')
    return undefined
  const parts = input.path.split(/[\\/]/u)
  const [folder, owner, name = ''] = parts.slice(-3)
  const isOutput = folder === 'outputs' && owner === plainName(session) && /^[\w-]+\.(?:txt|log)$/u.test(name)
  return isOutput ? name : undefined
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/** Writes the whole file or nothing. */
async function fetched(path: string, bytes: Uint8Array | undefined): Promise<boolean> {
  if (!bytes) return false
  const half = `${path}.${randomBytes(6).toString('hex')}.tmp`
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  try {
    await writeFile(half, bytes, { mode: 0o600, flag: 'wx' })
    await rename(half, path)
    return true
  } finally {
    await rm(half, { force: true })
  }
}
