import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../scripts/package/stage.mjs'

export const token = 'the-token-of-the-workflow'

type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Runs one step of the action. */
export const step = (name: string, env: NodeJS.ProcessEnv, cwd: string): Promise<Ended> =>
  new Promise((resolve) => {
    const words = [join(root, 'packaging/action', name)]
    const child = execFile(process.execPath, words, { env, cwd }, (_failed, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
