import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { projectCommands, projectFiles, type RunSettings } from '@convene/domain'
import type { Program } from '../program.ts'

const MOST_BYTES = 200_000

/** How work in this workspace can be checked: what its owner has named, and what its files say. Runs nothing. */
export async function projectChecks({ workspace, settings }: Program): Promise<Pick<RunSettings, 'checks'>> {
  const { checks } = (await settings()).settings
  const read = await Promise.all(
    projectFiles.map(async (file) => [file, await startOf(join(workspace, file))] as const),
  )
  const found = projectCommands(Object.fromEntries(read)).map(({ run }) => run)
  const project = [...checks.project]
  return project.length + found.length === 0 ? {} : { checks: { project, found } }
}

/** The beginning of a file. A repository may contain one of any size. */
async function startOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch(() => undefined)
  if (!file) return undefined
  try {
    if (!(await file.stat()).isFile()) return undefined
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MOST_BYTES), length: MOST_BYTES })
    return buffer.toString('utf8', 0, bytesRead)
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}
