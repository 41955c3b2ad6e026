import { join } from 'node:path'
import { projectCommands, projectFiles, type RunSettings } from '@convene/domain'
import { readSourceFile } from '@convene/platform'
import type { Program } from '../program.ts'

const MOST_BYTES = 200_000

/** How work in this workspace can be checked: what its owner has named, and what its files say. Runs nothing. */
export async function projectChecks({ workspace, settings }: Program): Promise<Pick<RunSettings, 'checks'>> {
  const { checks } = (await settings()).settings
  const read = projectFiles.flatMap((name) => {
    // A link may lead to somebody else's files, and reading a pipe would never end.
    const file = readSourceFile(join(workspace, name), { maxBytes: MOST_BYTES, inside: workspace })
    return file.state === 'missing' ? [] : [[name, file.state === 'read' ? file.text : ''] as const]
  })
  const found = projectCommands(Object.fromEntries(read)).map(({ run }) => run)
  const project = [...checks.project]
  return project.length + found.length === 0 ? {} : { checks: { project, found } }
}
