import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Set by the process that starts the workers, which all inherit it. */
const ofThisRun = (): string => join(tmpdir(), `convene-tests-${process.env.CONVENE_TEST_RUN}`)

/**
 * A folder that the first test file of a run fills, and that all files of the run read: none may write to it. The others
 * wait until it is filled, and fail if that failed.
 */
export async function oncePerRun(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(ofThisRun(), name)
  const outcome = `${folder}.outcome`
  if (isFirst(folder)) {
    const problem = await fill(folder).then(() => '', String)
    writeFileSync(`${outcome}.part`, problem)
    renameSync(`${outcome}.part`, outcome) // what is there is whole
  }
  while (!existsSync(outcome)) await setTimeout(100)
  const problem = readFileSync(outcome, 'utf8')
  if (problem) throw new Error(problem)
  return folder
}

function isFirst(folder: string): boolean {
  mkdirSync(join(folder, '..'), { recursive: true })
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Vitest calls this after the last test. */
export function teardown(): void {
  rmSync(ofThisRun(), { recursive: true, force: true })
}
