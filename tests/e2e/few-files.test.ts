import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const launcher = resolve(import.meta.dirname, '../../apps/cli/bin/convene.mjs')
const home = mkdtempSync(join(tmpdir(), 'convene-few-files-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const withFew = (most: number, ...words: readonly string[]) =>
  spawnSync('sh', ['-c', `ulimit -n ${most} && exec "$0" "$@"`, process.execPath, launcher, ...words], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', CONVENE_HOME: home },
  })

/** Node itself opens about 20, and does not start with fewer. */
test.skipIf(process.platform === 'win32').each([23, 24, 25, 26, 27, 28, 30, 34])(
  'a program that may open %i files works, or says that they are too few, and nothing else',
  (most) => {
    const { status, stderr } = withFew(most, 'sessions')
    if (status !== 0)
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^convene: Too many open files\..*\n$/u)])
  },
)

test.skipIf(process.platform !== 'linux').each([24, 26, 28, 30])(
  'with %i files, doctor never says that an installed program is missing',
  (most) => {
    const { stdout } = withFew(most, 'doctor')
    const lines = stdout.split('\n').filter((line) => /^\S+ (?:git|sandbox) /u.test(line))
    for (const line of lines) expect(line).not.toMatch(/not found|EMFILE/u)
  },
)
