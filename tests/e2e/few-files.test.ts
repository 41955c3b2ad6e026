import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')
const home = mkdtempSync(join(tmpdir(), 'convene-few-files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Node itself opens about 20, and does not start with fewer. */
test.skipIf(process.platform === 'win32').each([23, 24, 25, 26, 27, 28, 30, 34])(
  'a program that may open %i files works, or says that they are too few, and nothing else',
  (most) => {
    const command = `ulimit -n ${most} && exec "$0" "$1" sessions`
    const { status, stderr } = spawnSync('sh', ['-c', command, process.execPath, launcher], {
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '', CONVENE_HOME: home },
    })
    if (status !== 0)
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^convene: Too many open files\..*\n$/u)])
  },
)
