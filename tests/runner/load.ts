import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps the machine busy: two processes per core that do nothing but count. Returns how to end them. */
export function burn(processes = 2 * availableParallelism()): () => void {
  const burners = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }),
  )
  const end = () => {
    for (const burner of burners) burner.kill('SIGKILL')
  }
  process.once('exit', end)
  return end
}
