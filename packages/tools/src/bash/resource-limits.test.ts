import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasBubblewrap, isGone, ownSleep, setUp, until } from './bash-tool.fixture.ts'
import { type ResourceLimits, resourceLimitText, usualResourceLimits } from './resource-limits.ts'

const megabyte = 1_048_576
const small = (limits: Partial<ResourceLimits>) =>
  setUp({ kind: 'bubblewrap' }, {}, { ...usualResourceLimits(), ...limits })

describe.runIf(await hasBubblewrap())('a command in the sandbox (needs bubblewrap)', () => {
  test('that writes too large a file is stopped at the limit, and learns which limit', async () => {
    const { run, workspace } = small({ fileBytes: 2 * megabyte })
    const { ok, output } = await run('head -c 50000000 /dev/zero > big')
    expect(ok).toBe(false)
    expect(output).toContain('[The sandbox has a limit that may be the reason: 2 MB for one file.]')
    expect(statSync(join(workspace, 'big')).size).toBeLessThanOrEqual(2 * megabyte)
  })

  test.each(['/tmp', '~', '/dev/shm', '/run'])(
    'that fills %s is stopped at the limit, and learns which limit',
    async (place) => {
      const { run } = small({ temporaryBytes: 2 * megabyte })
      const { output } = await run(`head -c 50000000 /dev/zero > ${place}/big`)
      expect(output).toContain('No space left on device')
      expect(output).toContain('2 MB in /tmp and in the home folder')
    },
  )

  test('that takes too much memory in one process gets no more, and learns which limit', async () => {
    const { run } = small({ memoryBytes: 64 * megabyte })
    const { ok, output } = await run('set -o pipefail; head -c 400000000 /dev/zero | tail -n 1 | wc -c')
    expect(ok).toBe(false)
    expect(output).toContain('64 MB of memory')
  })

  test('that takes too much memory in many processes is ended with all of them, and learns which limit', async () => {
    const { run } = small({ memoryBytes: 64 * megabyte })
    const sleep = ownSleep()
    const hungry = `(x=$(head -c 30000000 /dev/zero | tr '\\0' x); ${sleep}) &`
    const { output } = await run(`${hungry.repeat(6)} wait`)
    expect(output).toMatch(/it used more than 64 MB of memory|64 MB of memory/)
    await until(() => isGone(sleep))
  })

  test('that keeps starting processes is ended with all of them, and learns which limit', async () => {
    const { run, workspace } = small({ processes: 200 })
    const sleep = ownSleep()
    const { ok, output } = await run(`for i in $(seq 2000); do ${sleep} & done; wait; touch over`)
    expect(ok).toBe(false)
    expect(output).toMatch(/200 processes and threads/)
    expect(existsSync(join(workspace, 'over'))).toBe(false)
    await until(() => isGone(sleep))
  })

  test('cannot lift its limits', async () => {
    const { run, workspace } = small({ fileBytes: 2 * megabyte })
    await run('ulimit -f unlimited; ulimit -Hf unlimited; head -c 50000000 /dev/zero > big')
    expect(statSync(join(workspace, 'big')).size).toBeLessThanOrEqual(2 * megabyte)
  })

  test('that stays within its limits, or fails on its own, sees no mention of limits', async () => {
    const { run } = small({})
    expect((await run('seq 1000 | wc -l')).output).not.toContain('limit')
    expect((await run('ls nowhere')).output).not.toContain('limit')
  })
})

test('default limits are shown in readable units', () => {
  const limits = {
    processes: 4_096,
    memoryBytes: 6_871_947_673,
    fileBytes: 17_179_869_184,
    temporaryBytes: 4_294_967_296,
  }
  const told = (Object.keys(limits) as (keyof ResourceLimits)[]).map((name) => resourceLimitText(name, limits))
  expect(told).toEqual([
    '4096 processes and threads',
    '6.4 GB of memory',
    '16 GB for one file',
    '4 GB in /tmp and in the home folder',
  ])
})
