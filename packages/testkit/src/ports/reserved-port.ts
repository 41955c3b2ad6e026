import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below the range from which systems choose a port if a program asks for any. */
const [FIRST, LAST] = [20_000, 32_000]

/**
 * A port that nobody takes between this call and its use, nor while its server is down: systems hand out none from this
 * range, and other tests see the file that reserves it.
 */
export async function reservedPort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (isReserved(port) && (await isFree(port))) return port
  }
}

function isReserved(port: number): boolean {
  try {
    writeFileSync(join(tmpdir(), `convene-port-${port}`), String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
